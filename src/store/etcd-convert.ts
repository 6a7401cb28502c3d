// Between etcd's messages and the shapes of the Store port.
// Guarantees: revisions are exact numbers; lease ids stay decimal text.
import { CompareResult, CompareTarget, type ICompare, type IKeyValue, type IRequestOp } from 'etcd3';
import type { Guard, KeyValue, Operation } from '../loop/ports.ts';
import { PhotonError } from '../model/errors.ts';
import { rangeOf } from './limits.ts';

export function revisionNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new PhotonError('internal', `revision ${text} of etcd is beyond what can be counted exactly`);
  return value;
}

export function keyValue(kv: IKeyValue): KeyValue {
  return {
    key: kv.key.toString('utf8'),
    value: kv.value.toString('utf8'),
    createRevision: revisionNumber(kv.create_revision),
    modRevision: revisionNumber(kv.mod_revision),
    version: revisionNumber(kv.version),
    lease: kv.lease,
  };
}

export function rangeRequest(prefix: string): { key: Buffer; range_end?: Buffer } {
  const { start, end } = rangeOf(prefix);
  return { key: Buffer.from(start), ...(end !== undefined && { range_end: Buffer.from(end) }) };
}

export function compareOf(guard: Guard): ICompare {
  const key = Buffer.from(guard.key);
  const result = CompareResult.Equal;
  if ('modRevision' in guard) return { key, result, target: CompareTarget.Mod, mod_revision: guard.modRevision };
  if ('createRevision' in guard) return { key, result, target: CompareTarget.Create, create_revision: guard.createRevision };
  return { key, result, target: CompareTarget.Value, value: Buffer.from(guard.value) };
}

export function requestOf(operation: Operation): IRequestOp {
  const key = Buffer.from(operation.key);
  if (operation.type === 'delete') return { request_delete_range: { key } };
  return { request_put: { key, value: Buffer.from(operation.value), ...(operation.lease !== undefined && { lease: operation.lease }) } };
}
