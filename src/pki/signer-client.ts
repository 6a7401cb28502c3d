// The Signer port over the controller's HTTPS API.
// Guarantees: talks only to a server that the pinned CA vouches for; what it returns is for the key of the request, is exactly the identity
// that was asked for, and verifies against the bundle; time and size of an answer are bounded. Fails with `api_unreachable` (worth another
// try) or `api_denied`. The token is read for each request, so that it can be replaced, and is never in an error.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request as httpsRequest } from 'node:https';
import type { Clock, Signer } from '../loop/ports.ts';
import { PhotonError } from '../model/errors.ts';
import { readCertificates } from './certificate.ts';
import { readCsr } from './csr.ts';
import { publicKeyInfo } from './keys.ts';
import { readBootstrapToken } from './token.ts';
import { trustAnchors, verifyPeer } from './verify.ts';

const maxAnswerBytes = 65_536;

export interface SignerOptions {
  /** `https://host:port` of one controller or several; they are asked in turn. */
  api: string | readonly string[];
  /** PEM of the CA that the API's own certificate must come from. */
  caFile: string;
  bootstrapTokenFile: string;
  clusterId: string;
  clock: Clock;
  /** For a whole exchange with one controller; 15 s by default. */
  timeoutMs?: number;
}

type SignRequest = Parameters<Signer['sign']>[0];
type SignAnswer = Awaited<ReturnType<Signer['sign']>>;

export function createSigner(options: SignerOptions): Signer {
  return { sign: (request) => sign(options, request) };
}

/** Throws `invalid_config` where a signer could not even ask; the caller names the settings. */
export async function checkSignerFiles(options: Pick<SignerOptions, 'caFile' | 'bootstrapTokenFile'>): Promise<void> {
  await readCa(options.caFile);
  await readBootstrapToken(options.bootstrapTokenFile);
}

async function readCa(path: string): Promise<string> {
  const next = 'Copy root.crt of the CA directory there';
  const refused = (message: string, cause: unknown): PhotonError =>
    new PhotonError('invalid_config', message, { where: path, cause, next });
  const pem = await readFile(path, 'utf8').catch((error: unknown) => {
    throw refused(`can't be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`, error);
  });
  try {
    void new X509Certificate(pem);
    return pem;
  } catch (error) {
    throw refused('holds no certificate in PEM', error);
  }
}

async function sign(options: SignerOptions, request: SignRequest): Promise<SignAnswer> {
  const ca = await readCa(options.caFile);
  const token = await readBootstrapToken(options.bootstrapTokenFile);
  const { kind, service, nodeId, csrPem } = request;
  const body = JSON.stringify({ kind, ...(service === undefined ? {} : { service }), node_id: nodeId, csr_pem: csrPem });
  let last = new PhotonError('api_unreachable', 'no controller is configured');
  for (const api of typeof options.api === 'string' ? [options.api] : options.api) {
    try {
      const { status, text } = await post(new URL('/v1/certificates', api), { ca, token, body, timeoutMs: options.timeoutMs ?? 15_000 });
      return readAnswer(options, request, api, status, text);
    } catch (error) {
      last =
        error instanceof PhotonError
          ? error
          : new PhotonError('api_unreachable', `no answer: ${reasonOf(error)}`, { where: api, cause: error, ...adviceOn(error, options) });
      // Another controller knows the same store, so a refusal is not asked for twice.
      if (last.code === 'api_denied') throw last;
    }
  }
  throw last;
}

interface Post {
  ca: string;
  token: string;
  body: string;
  timeoutMs: number;
}

function post(url: URL, { ca, token, body, timeoutMs }: Post): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(url, {
      method: 'POST',
      agent: false,
      ca,
      minVersion: 'TLSv1.3',
      // The whole exchange, the wait for a connection included; a socket's idle timeout would not end a slow drip.
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) request.destroy(new Error(`the answer has more than ${maxAnswerBytes} bytes`));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
    });
    request.end(body);
  });
}

function readAnswer(options: SignerOptions, request: SignRequest, api: string, status: number, text: string): SignAnswer {
  let fields: Record<string, unknown> = {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) fields = value as Record<string, unknown>;
  } catch {
    // An answer without JSON is judged by its status alone.
  }
  const { cert_pem: certPem, chain_pem: chainPem, bundle_pem: bundlePem, message } = fields;
  if (status !== 200) {
    const said = typeof message === 'string' ? message.slice(0, 500) : 'it gives no reason';
    // 408 and 429 pass with time; the rest of 4xx would be refused again.
    const denied = status >= 400 && status < 500 && status !== 408 && status !== 429;
    const next = status === 401 ? { next: 'Check the bootstrap token' } : {};
    throw new PhotonError(denied ? 'api_denied' : 'api_unreachable', `the controller answered ${status}: ${said}`, { where: api, ...next });
  }
  if (typeof certPem !== 'string' || typeof chainPem !== 'string' || typeof bundlePem !== 'string') {
    throw new PhotonError('api_unreachable', 'the answer is not what the API gives', {
      where: api,
      expected: 'cert_pem, chain_pem and bundle_pem',
    });
  }
  const problem = answerProblem(options, request, { certPem, chainPem, bundlePem });
  if (problem !== undefined)
    throw new PhotonError('api_unreachable', `the certificate that the controller gave can't be used: ${problem}`, { where: api });
  return { certPem, chainPem, bundlePem };
}

function answerProblem(
  { clusterId, clock }: SignerOptions,
  { kind, service, nodeId, csrPem }: SignRequest,
  answer: SignAnswer,
): string | undefined {
  try {
    const chain = [...readCertificates(answer.certPem), ...readCertificates(answer.chainPem)];
    const verdict = verifyPeer(chain, {
      anchors: trustAnchors(answer.bundlePem),
      clusterId,
      expect: { kind, name: kind === 'node' ? nodeId : (service ?? '') },
      now: clock.now(),
      revoked: new Set(),
    });
    // A clock that is wrong here must not keep a node from its certificate: its peers judge by theirs.
    if (!verdict.ok && verdict.reason !== 'not_yet_valid') return verdict.message;
    const ours = publicKeyInfo(readCsr(csrPem).publicKey);
    return publicKeyInfo(new X509Certificate(answer.certPem).publicKey).equals(ours) ? undefined : 'it is for another key';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Codes of Node.js for a certificate that the CA does not vouch for. */
const notVouchedFor = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_SIGNATURE_|CERT_UNTRUSTED|INVALID_CA)/;

function adviceOn(error: unknown, { caFile }: SignerOptions): { next?: string } {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (notVouchedFor.test(code))
    return {
      next: `ca_file (${caFile}) does not vouch for the certificate shown there: it must be root.crt of the controller's CA directory`,
    };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { next: "Name this host in `names` of the controller's [api], or reach it by a name that its certificate is for" };
  return {};
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  return code && !error.message.includes(code) ? `${error.message} (${code})` : error.message;
}
