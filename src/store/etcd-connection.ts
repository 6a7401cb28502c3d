// The connection to an etcd cluster: one client an endpoint, calls go to the endpoint that answered last.
// Guarantees: every call ends by its deadline; what is retried changes the endpoint; failures are PhotonErrors.
// Nothing of etcd3's own fault handling is used: its circuit breaker turns one failed read into failures of all
// others, and its retries send transactions twice.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { noop } from 'cockatiel';
import { Etcd3, type IOptions } from 'etcd3';
import { asPhotonError, PhotonError } from '../model/errors.ts';
import { isTransient, storeError } from './etcd-errors.ts';
import type { StoreOptions } from './options.ts';

export interface CallOptions {
  /** Names the call in errors. */
  what: string;
  where: string;
  /** Deadline of one attempt. */
  attemptMs: number;
  /** No new attempt begins after this; absent: one attempt only. */
  totalMs?: number;
}

const grpcOptions = {
  'grpc.max_receive_message_length': 256 * 1024 * 1024,
  'grpc.max_send_message_length': 16 * 1024 * 1024,
  // The default of 64 KiB makes a long list over a long way wait for each piece of it.
  'grpc-node.flow_control_window': 4 * 1024 * 1024,
  // etcd closes connections that are pinged more often than every 5 s, or without a call under way.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.keepalive_permit_without_calls': 0,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  'grpc.service_config_disable_resolution': 1,
};
const pauseMs = { first: 50, most: 1_000 };

export class EtcdConnection {
  readonly #clients: readonly { client: Etcd3; endpoint: string }[];
  readonly #giveUpMs: number;
  readonly #contact: StoreOptions['contact'];
  #at = 0;
  #closed = new AbortController();
  #failure: PhotonError | undefined;
  /** Runs while calls are made that nothing has answered yet. */
  #silence: NodeJS.Timeout | undefined;
  #silent = false;

  constructor(options: StoreOptions) {
    const shared = clientOptions(options);
    this.#giveUpMs = options.giveUpMs ?? Number.POSITIVE_INFINITY;
    this.#contact = options.contact;
    this.#clients = options.endpoints.map((endpoint) => ({ endpoint, client: new Etcd3({ ...shared, hosts: endpoint }) }));
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Runs one call, again where it failed in transit and time is left. */
  async call<T>(options: CallOptions, run: (client: Etcd3, limit: { deadline: number }) => Promise<T>): Promise<T> {
    const started = performance.now();
    const totalMs = Math.min(options.totalMs ?? 0, this.#giveUpMs);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(options, run);
      } catch (thrown) {
        const error = asPhotonError(thrown);
        const pause = Math.min(pauseMs.most, pauseMs.first * 2 ** attempt) * (0.5 + Math.random());
        if (!isTransient(error) || performance.now() - started + pause >= totalMs) throw error;
        await this.#pause(pause);
      }
    }
  }

  /** The client to open a stream on, and how to report that it failed. */
  stream(): { client: Etcd3; endpoint: string; failed(): void } {
    this.#checkOpen();
    const at = this.#at;
    const { client, endpoint } = this.#clientAt(at);
    return { client, endpoint, failed: () => this.#leave(at) };
  }

  close(): void {
    this.#closed.abort();
    clearTimeout(this.#silence);
    for (const { client } of this.#clients) client.close();
  }

  async #attempt<T>(options: CallOptions, run: (client: Etcd3, limit: { deadline: number }) => Promise<T>): Promise<T> {
    this.#checkOpen();
    const at = this.#at;
    const { client, endpoint } = this.#clientAt(at);
    this.#asked();
    try {
      const answer = await run(client, { deadline: Date.now() + options.attemptMs });
      this.#answered();
      return answer;
    } catch (thrown) {
      this.#checkOpen();
      const error = storeError(thrown, options.what, options.where || endpoint, endpoint);
      this.#failure = error;
      if (isTransient(error)) this.#leave(at);
      else this.#answered();
      throw error;
    }
  }

  #asked(): void {
    const contact = this.#contact;
    if (!contact || this.#silent || this.#silence) return;
    this.#silence = setTimeout(() => {
      this.#silent = true;
      contact.onSilence(this.#failure);
    }, contact.silentMs);
    this.#silence.unref();
  }

  #answered(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    this.#failure = undefined;
    if (!this.#silent) return;
    this.#silent = false;
    this.#contact?.onAnswer();
  }

  #clientAt(at: number): { client: Etcd3; endpoint: string } {
    const found = this.#clients[at];
    if (!found) throw new PhotonError('internal', `no etcd endpoint ${at}`);
    return found;
  }

  #leave(at: number): void {
    if (this.#at === at) this.#at = (at + 1) % this.#clients.length;
  }

  #checkOpen(): void {
    if (this.#closed.signal.aborted) throw new PhotonError('aborted', 'the connection to etcd was closed');
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#closed.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#closed.signal.addEventListener('abort', done, { once: true });
    });
  }
}

function clientOptions(options: StoreOptions): Omit<IOptions, 'hosts'> {
  const secure = checkEndpoints(options.endpoints);
  const { caFile, certFile, keyFile } = options;
  const file = caFile ?? certFile ?? keyFile;
  // Who names a certificate believes that the store is spoken to over TLS.
  if (!secure && file !== undefined) {
    throw new PhotonError('invalid_config', 'certificates for etcd are given, and its endpoints are http', {
      where: file,
      expected: 'https endpoints, or none of ca_file, cert_file and key_file',
    });
  }
  const credentials = secure ? readCredentials(options) : undefined;
  const password =
    options.passwordFile === undefined ? options.password : readText(options.passwordFile, 'password_file').replace(/\r?\n$/, '');
  if ((options.username === undefined) !== (password === undefined)) {
    throw new PhotonError('invalid_config', 'a user of etcd needs a password and a password a user', {
      expected: 'username and password_file, or neither',
    });
  }
  return {
    faultHandling: { host: () => noop, global: noop },
    defaultCallOptions: (context) => (context.isStream ? {} : { deadline: Date.now() + 5_000 }),
    grpcOptions,
    ...(credentials && { credentials }),
    ...(options.username !== undefined && password !== undefined && { auth: { username: options.username, password } }),
  };
}

/** Whether they speak TLS. */
function checkEndpoints(endpoints: readonly string[]): boolean {
  if (endpoints.length === 0) throw new PhotonError('invalid_config', 'no endpoint of etcd is given', { expected: 'http://host:port' });
  const schemes = new Set<string>();
  for (const endpoint of endpoints) {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
    const plain = url && (url.pathname === '/' || url.pathname === '') && url.search === '' && url.username === '';
    if (!plain || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      throw new PhotonError('invalid_config', 'this is no endpoint of etcd', {
        where: endpoint,
        expected: 'http://host:port or https://host:port',
      });
    }
    schemes.add(url.protocol);
  }
  if (schemes.size > 1) throw new PhotonError('invalid_config', 'endpoints of etcd mix http and https', { expected: 'one scheme for all' });
  return schemes.has('https:');
}

function readCredentials(options: StoreOptions): NonNullable<IOptions['credentials']> {
  const { caFile, certFile, keyFile } = options;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new PhotonError('invalid_config', 'a client certificate needs its key', { expected: 'cert_file and key_file, or neither' });
  }
  return {
    // gRPC takes null as "the system's".
    rootCertificate: caFile === undefined ? (null as unknown as Buffer) : readCertificate(caFile, 'ca_file').pem,
    ...(certFile !== undefined && keyFile !== undefined && readIdentity(certFile, keyFile)),
  };
}

function readIdentity(certFile: string, keyFile: string): { certChain: Buffer; privateKey: Buffer } {
  const { pem, certificate } = readCertificate(certFile, 'cert_file');
  const privateKey = Buffer.from(readText(keyFile, 'key_file'));
  let matches: boolean;
  try {
    matches = certificate.checkPrivateKey(createPrivateKey(privateKey));
  } catch (cause) {
    throw new PhotonError('invalid_config', 'key_file holds no private key', { where: keyFile, expected: 'a private key in PEM', cause });
  }
  if (!matches) throw new PhotonError('invalid_config', `key_file is not the key of cert_file, ${certFile}`, { where: keyFile });
  return { certChain: pem, privateKey };
}

/** TLS takes any text for a list of no certificates, and then trusts nobody without a word. */
function readCertificate(path: string, setting: string): { pem: Buffer; certificate: X509Certificate } {
  const pem = Buffer.from(readText(path, setting));
  try {
    // The first is the check; more than one may stand in the file.
    return { pem, certificate: new X509Certificate(pem) };
  } catch (cause) {
    throw new PhotonError('invalid_config', `${setting} holds no certificate`, { where: path, expected: 'a certificate in PEM', cause });
  }
}

/** `setting` is how configurations spell it. */
function readText(path: string, setting: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new PhotonError('invalid_config', `${setting} can't be read (${code ?? message})`, {
      where: path,
      expected: 'a file that this user may read',
      cause,
    });
  }
}
