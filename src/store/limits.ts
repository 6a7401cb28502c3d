// What one transaction may hold. The limits are etcd's defaults (--max-txn-ops, --max-request-bytes); every store keeps to them,
// so that what passes in a simulation passes in production.
import type { Guard, Operation } from '../loop/ports.ts';
import { PhotonError } from '../model/errors.ts';

export const limits = { guards: 128, operations: 128, transactionBytes: 1_572_864 } as const;

/** Room that the encoding takes around each key and value. Generous: the estimate must not be below the truth. */
const overheadBytes = 32;

/** Upper estimate of a guard in a request: the key stands in the condition and in the read of what stands there otherwise. */
export function guardBytes(guard: Guard): number {
  return 2 * (Buffer.byteLength(guard.key) + overheadBytes) + ('value' in guard ? Buffer.byteLength(guard.value) : 0);
}

export function operationBytes(operation: Operation): number {
  return Buffer.byteLength(operation.key) + overheadBytes + (operation.type === 'put' ? Buffer.byteLength(operation.value) : 0);
}

/** Throws too_large or invalid_argument where the store would refuse the transaction for its size or shape. */
export function checkTransaction(guards: readonly Guard[], operations: readonly Operation[]): void {
  if (guards.length > limits.guards) throw tooLarge(`${guards.length} guards`, `at most ${limits.guards}`);
  if (operations.length > limits.operations) throw tooLarge(`${operations.length} operations`, `at most ${limits.operations}`);
  const keys = new Set<string>();
  let bytes = 0;
  let largest: { key: string; bytes: number } = { key: '', bytes: 0 };
  for (const operation of operations) {
    if (operation.key === '') throw new PhotonError('invalid_argument', 'a key is empty');
    if (keys.has(operation.key)) {
      throw new PhotonError('invalid_argument', 'one transaction writes this key twice', {
        where: operation.key,
        expected: 'each key at most once',
      });
    }
    keys.add(operation.key);
    const size = operationBytes(operation);
    if (size > largest.bytes) largest = { key: operation.key, bytes: size };
    bytes += size;
  }
  for (const guard of guards) bytes += guardBytes(guard);
  if (bytes > limits.transactionBytes) {
    throw tooLarge(
      `a transaction of ${bytes} bytes, ${largest.bytes} of them in ${largest.key || 'its guards'}`,
      `at most ${limits.transactionBytes} bytes`,
    );
  }
}

function tooLarge(found: string, expected: string): PhotonError {
  return new PhotonError('too_large', `${found} is more than the store takes`, { expected });
}

/** The range of a prefix as the Store port spells it: everything, all keys below a slash, or one whole key (no end). */
export function rangeOf(prefix: string): { start: string; end: string | undefined } {
  if (prefix === '') return { start: '\0', end: '\0' };
  // '0' follows '/' in the order of bytes.
  return prefix.endsWith('/') ? { start: prefix, end: `${prefix.slice(0, -1)}0` } : { start: prefix, end: undefined };
}

/** Whether a key lies in the range of a prefix. */
export function covers(prefix: string, key: string): boolean {
  return prefix === '' || prefix.endsWith('/') ? key.startsWith(prefix) : key === prefix;
}
