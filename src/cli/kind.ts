// Kinds as people write them: on the command line and in a manifest's `kind`.
import { PhotonError } from '../model/errors.ts';
import { idFields } from '../model/keys.ts';
import { type Kind, type KindInfo, kinds } from '../model/kinds.ts';
import { nearest } from '../model/nearest.ts';

export const allKinds = Object.keys(kinds) as Kind[];

const byName = new Map<string, Kind>();
for (const kind of allKinds) {
  const info: KindInfo = kinds[kind];
  // Two kinds share the title CertificateBinding: the title alone names neither.
  const titles = allKinds.filter((other) => kinds[other].title === info.title).length === 1 ? [info.title.toLowerCase()] : [];
  for (const name of [kind, ...titles, ...info.aliases]) byName.set(name, kind);
}

/** The kind that a name stands for: kind, schema title or alias, in any case. */
export function findKind(name: string): Kind | undefined {
  return byName.get(name.toLowerCase());
}

/** As findKind, but a name that stands for none is refused with the nearest one. */
export function kindOf(name: string, where?: string): Kind {
  const kind = findKind(name);
  if (kind) return kind;
  const near = nearest(name, byName.keys());
  throw new PhotonError('invalid_argument', `${JSON.stringify(name)} is no kind of record${near ? `; did you mean ${near}?` : ''}`, {
    ...(where !== undefined && { where }),
    expected: `one of ${allKinds.join(', ')}`,
  });
}

/** What `kind` says in a document: the title where it is the kind's own, else the kind. */
export function documentKind(kind: Kind): string {
  return findKind(kinds[kind].title) === kind ? kinds[kind].title : kind;
}

/** Whether a name stands for services that run to completion. */
export function isJobName(name: unknown): boolean {
  return typeof name === 'string' && /^jobs?$/i.test(name);
}

export function isOperatorKind(kind: Kind): boolean {
  return kinds[kind].operator;
}

/** Who writes records of a kind, for messages. */
export function writerOf(kind: Kind): string {
  if (kind === 'liveness') return 'the agent';
  return kind === 'event' ? 'the programs' : 'the controller';
}

/** Ids of an argument: `creditservice/creditservice-0-abc`. At most as many as the kind's key has, none empty. */
export function parseIds(kind: Kind, argument: string): string[] {
  const ids = argument.split('/');
  const fields = idFields(kind);
  if (ids.length > fields.length || ids.includes('')) {
    throw new PhotonError('invalid_argument', `${JSON.stringify(argument)} is no id of a ${kind}`, { expected: spelledIds(kind) });
  }
  return ids;
}

/** How the ids of a kind are written: `SERVICE/INSTANCE_ID`. */
export function spelledIds(kind: Kind): string {
  const fields = idFields(kind);
  return fields.length === 0 ? 'no id: there is one per cluster' : fields.map((field) => field.toUpperCase()).join('/');
}

/** All ids of an argument; an argument that names several records is refused. */
export function parseWholeIds(kind: Kind, argument: string): string[] {
  const ids = parseIds(kind, argument);
  if (ids.length === idFields(kind).length) return ids;
  throw new PhotonError('invalid_argument', `${JSON.stringify(argument)} does not name one ${kind}`, { expected: spelledIds(kind) });
}

/** A record's name for people: `service/creditservice`. */
export function nameOf(kind: Kind, ids: readonly string[]): string {
  return [kind, ...ids].join('/');
}
