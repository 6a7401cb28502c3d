// What the certificate API decides: who gets which certificate, and what the store says of it.
// Guarantees: a node's certificate only where its Node stands in the store, a service's only where that service has an assignment on that
// node; the request gives its public key and nothing else. The records are written before the certificate is handed out: there is
// none that the store does not know. Signs only while the store names this issuing CA as the one that signs; a record that can't be
// read names nobody, and what it named before stands: as this process read it last, else as the latest certificate on record says.
// The caller has checked that the asker holds the bootstrap token. Runs on any controller, leader or not: each write is guarded by revision.
import type { KeyObject } from 'node:crypto';
import type { Clock, KeyValue, Log, Operation, Store } from '../src/loop/ports.ts';
import { encodeRecord, parseEntry } from '../src/model/entry.ts';
import { PhotonError } from '../src/model/errors.ts';
import type { CertificateAuthorities, CertificateBinding, IssuedCertificate } from '../src/model/generated.ts';
import { keyOf, prefixOf } from '../src/model/keys.ts';
import { parseTimestamp, timestamp } from '../src/model/time.ts';
import type { Authorities, RootAuthority } from '../src/pki/authority.ts';
import { fingerprintSha256, readCertificate } from '../src/pki/certificate.ts';
import { readCsr } from '../src/pki/csr.ts';
import { type IssuedLeaf, issueLeaf } from '../src/pki/issue.ts';
import { type SpiffeIdentity, spiffeId } from '../src/pki/spiffe.ts';

/** Other controllers that write the same records at once. */
const maxAttempts = 64;

export interface SigningOptions {
  store: Store;
  clock: Clock;
  log: Log;
  clusterId: string;
  authorities: Authorities;
  leafLifetimeMs?: number;
}

/** Who signs, as far as this process knows. */
interface Knowledge {
  /** Whether the store named this issuing CA when that could be told last; absent where it never could. */
  isOurs?: boolean;
  /** mod_revision of the broken record that was told of last. */
  toldRevision?: number;
}

export interface CertificateAsk {
  kind: SpiffeIdentity['kind'];
  /** Present where kind is service. */
  service?: string;
  nodeId: string;
  csrPem: string;
}

export interface Signing {
  /** Throws `api_denied` where the asker may not have it, `certificate_invalid` or `too_large` for its request, store_* where it can't be decided now. */
  sign(ask: CertificateAsk): Promise<IssuedLeaf>;
  /** Writes the CA's ids and states where they are missing. Throws `store_foreign` where the store names, or named, another issuing CA. */
  publish(): Promise<void>;
}

export function createSigning(options: SigningOptions): Signing {
  const turns = new Turns();
  const knowledge: Knowledge = {};
  return {
    sign: (ask) => sign(options, turns, knowledge, ask),
    publish: () => publish(options, knowledge),
  };
}

/** Runs what has the same key one after another: writers of one binding would only make each other try again. */
class Turns {
  readonly #last = new Map<string, Promise<void>>();

  async take<T>(key: string, run: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const result = (before ?? Promise.resolve()).then(run);
    const done = result.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, done);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === done) this.#last.delete(key);
    }
  }
}

async function sign(options: SigningOptions, turns: Turns, knowledge: Knowledge, ask: CertificateAsk): Promise<IssuedLeaf> {
  const { clusterId } = options;
  const identity: SpiffeIdentity = { clusterId, kind: ask.kind, name: ask.kind === 'node' ? ask.nodeId : (ask.service ?? '') };
  // Both become segments of keys: neither goes further unless it is an id.
  const subject = spiffeId(identity);
  spiffeId({ clusterId, kind: 'node', name: ask.nodeId });
  const { publicKey, askedNames } = readCsr(ask.csrPem);
  const foreign = [...askedNames.uris.filter((uri) => uri !== subject), ...askedNames.dns, ...askedNames.ips];
  if (foreign.length + askedNames.others > 0) throw denied(`the certificate request asks for names that are not ${subject}`);
  await authorize(options, ask);
  await publish(options, knowledge);
  const leaf = issue(options, identity, publicKey);
  await turns.take(subject, () => record(options, ask, leaf));
  return leaf;
}

function issue({ authorities, clock, leafLifetimeMs }: SigningOptions, identity: SpiffeIdentity, publicKey: KeyObject): IssuedLeaf {
  try {
    return issueLeaf(authorities.issuing, { identity, publicKey, now: clock.now(), ...(leafLifetimeMs && { lifetimeMs: leafLifetimeMs }) });
  } catch (error) {
    // A CA that has expired is no fault of the request.
    throw new PhotonError('internal', error instanceof Error ? error.message : String(error), { next: 'Renew the CA', cause: error });
  }
}

/** Reads the store itself, not a mirror: a decision that gives an identity away is not made on old news. */
async function authorize({ store, clusterId }: SigningOptions, ask: CertificateAsk): Promise<void> {
  const node = await store.get(keyOf(clusterId, 'node', ask.nodeId));
  if (!node.kv) throw denied(`there is no node ${ask.nodeId}`);
  if (ask.kind === 'node') return;
  const assigned = await store.list(prefixOf(clusterId, 'assignment', ask.nodeId, ask.service ?? ''), { keysOnly: true });
  if (assigned.kvs.length === 0) throw denied(`the service ${ask.service} has no assignment on the node ${ask.nodeId}`);
}

function denied(message: string): PhotonError {
  return new PhotonError('api_denied', message);
}

// ---------------------------------------------------------------- records

async function record({ store, clusterId, clock }: SigningOptions, ask: CertificateAsk, leaf: IssuedLeaf): Promise<void> {
  const binding: CertificateBinding = {
    subject: leaf.subject,
    ca_id: leaf.caId,
    expires_at: timestamp(leaf.notAfter),
    last_rotated_at: timestamp(clock.now()),
    fingerprint_sha256: leaf.fingerprintSha256,
  };
  const values = new Map<string, object>();
  if (ask.kind === 'node') values.set(keyOf(clusterId, 'node-certificate', ask.nodeId), binding);
  else {
    const issued: IssuedCertificate = {
      subject: leaf.subject,
      node_id: ask.nodeId,
      ca_id: leaf.caId,
      serial: leaf.serial,
      not_before: timestamp(leaf.notBefore),
      expires_at: timestamp(leaf.notAfter),
      fingerprint_sha256: leaf.fingerprintSha256,
    };
    values.set(keyOf(clusterId, 'service-certificate', ask.service ?? ''), binding);
    values.set(keyOf(clusterId, 'issued-certificate', ask.service ?? '', ask.nodeId), issued);
  }
  await putTogether(store, clusterId, values);
}

/** Writes records of this program in one transaction, over whatever stands there, keeping fields that this version does not know. */
async function putTogether(store: Store, clusterId: string, values: ReadonlyMap<string, object>): Promise<void> {
  const current = new Map<string, KeyValue | undefined>();
  for (const key of values.keys()) current.set(key, (await store.get(key)).kv);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const guards = [...current].map(([key, kv]) => ({ key, modRevision: kv?.modRevision ?? 0 }));
    const puts = [...values].map(
      ([key, value]): Operation => ({
        type: 'put',
        key,
        value: JSON.stringify({ ...unknownFields(clusterId, current.get(key)), ...value }),
      }),
    );
    const result = await store.transact(guards, puts);
    if (result.succeeded) return;
    for (const [key, kv] of result.current) current.set(key, kv);
  }
  throw new PhotonError('conflict', `the records of the certificate changed ${maxAttempts} times while they were written`, {
    where: [...values.keys()].join(', '),
  });
}

function unknownFields(clusterId: string, kv: KeyValue | undefined): Record<string, unknown> {
  const parsed = kv && parseEntry(clusterId, kv);
  if (!parsed?.ok) return {};
  const fields = parsed.entry.record as unknown as Record<string, unknown>;
  const names = parsed.entry.unknown.map(({ path }) => /^\$\.([A-Za-z0-9_]+)$/.exec(path)?.[1]).filter((name) => name !== undefined);
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

// ---------------------------------------------------------------- authorities

type AuthorityRecord = CertificateAuthorities['authorities'][number];

async function publish(options: SigningOptions, knowledge: Knowledge): Promise<void> {
  const { store, clusterId, authorities, clock } = options;
  const key = keyOf(clusterId, 'ca');
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { kv } = await store.get(key);
    const parsed = kv && parseEntry(clusterId, kv);
    if (kv && !(parsed?.ok && parsed.kind === 'ca')) return goOn(options, knowledge, kv);
    const known = parsed?.ok && parsed.kind === 'ca' ? parsed.entry.record : undefined;
    if (known) knowledge.isOurs = false;
    const missing = missingAuthorities(key, known?.authorities ?? [], authorities, timestamp(clock.now()));
    if (known) knowledge.isOurs = true;
    if (missing.length === 0) return;
    const value = encodeRecord({ ...known, authorities: [...(known?.authorities ?? []), ...missing] });
    const result = await store.transact([{ key, modRevision: kv?.modRevision ?? 0 }], [{ type: 'put', key, value }]);
    if (result.succeeded) return;
  }
  throw new PhotonError('conflict', `the record changed ${maxAttempts} times while it was written`, { where: key });
}

/** With a record that can't be read: unknown is not absent, so it is not written over, and who signed before signs on. */
async function goOn(options: SigningOptions, knowledge: Knowledge, { key, modRevision }: KeyValue): Promise<void> {
  const { authorities, log } = options;
  const { caId } = authorities.issuing;
  knowledge.isOurs ??= ((await latestIssuer(options)) ?? caId) === caId;
  if (!knowledge.isOurs) throw foreign(key, caId, 'another one, before its record could not be read any more');
  if (knowledge.toldRevision === modRevision) return;
  knowledge.toldRevision = modRevision;
  log.warn(
    { key, ca_id: caId },
    "the record of the authorities can't be read; this CA signed before, and signs on. Mend the record, or delete it",
  );
}

/** The CA of the certificate that was issued last, as far as the records tell. */
async function latestIssuer({ store, clusterId }: SigningOptions): Promise<string | undefined> {
  const prefixes = [prefixOf(clusterId, 'service-certificate'), prefixOf(clusterId, 'node-certificate')];
  const lists = await Promise.all(prefixes.map((prefix) => store.list(prefix)));
  let latest: { caId: string; at: number } | undefined;
  for (const kv of lists.flatMap(({ kvs }) => kvs)) {
    const parsed = parseEntry(clusterId, kv);
    if (!parsed?.ok || (parsed.kind !== 'service-certificate' && parsed.kind !== 'node-certificate')) continue;
    const { ca_id: caId, last_rotated_at: text } = parsed.entry.record;
    const at = parseTimestamp(text) ?? 0;
    if (!latest || at > latest.at) latest = { caId, at };
  }
  return latest?.caId;
}

function foreign(key: string, caId: string, signer: string): PhotonError {
  return new PhotonError(
    'store_foreign',
    `the issuing CA ${caId} of this controller is not the one that signs for the cluster (${signer})`,
    {
      where: key,
      next: 'Give every controller the same CA directory; where the former CA is lost, delete the record',
    },
  );
}

function missingAuthorities(
  key: string,
  known: readonly AuthorityRecord[],
  { root, issuing }: Authorities,
  now: string,
): AuthorityRecord[] {
  const ours = [authorityRecord(root, 'published', now), authorityRecord(issuing, 'signing', now)];
  const other = known.find((authority) => authority.state === 'signing' && authority.ca_id !== issuing.caId);
  const self = known.find((authority) => authority.ca_id === issuing.caId);
  if (other || (self && self.state !== 'signing')) throw foreign(key, issuing.caId, other?.ca_id ?? 'none');
  return ours.filter((authority) => !known.some(({ ca_id }) => ca_id === authority.ca_id));
}

function authorityRecord({ certificate, caId }: RootAuthority, state: AuthorityRecord['state'], since: string): AuthorityRecord {
  return {
    ca_id: caId,
    fingerprint_sha256: fingerprintSha256(certificate.raw),
    state,
    not_after: timestamp(readCertificate(certificate.raw).notAfter),
    since,
  };
}
