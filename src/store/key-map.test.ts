import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { KeyValue } from '../loop/ports.ts';
import { KeyMap } from './key-map.ts';

const kvOf = (key: string, modRevision: number): KeyValue => ({ key, value: '', createRevision: 1, modRevision, version: 1, lease: '0' });
const keys = fc.stringMatching(/^[ab/]{0,4}$/);
const step = fc.oneof(
  fc.record({ type: fc.constant('set' as const), key: keys }),
  fc.record({ type: fc.constant('delete' as const), key: keys }),
  fc.record({ type: fc.constant('read' as const), key: keys }),
);

test('reads what a plain map holds below the prefix, in order, whatever came before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const map = new KeyMap();
      const model = new Map<string, number>();
      for (const [at, { type, key }] of steps.entries()) {
        if (type === 'set') {
          map.set(kvOf(key, at));
          model.set(key, at);
        } else if (type === 'delete') {
          map.delete(key);
          model.delete(key);
        } else {
          const covered = (other: string) => (key === '' || key.endsWith('/') ? other.startsWith(key) : other === key);
          const expected = [...model].filter(([other]) => covered(other)).toSorted(([left], [right]) => (left < right ? -1 : 1));
          assert.deepEqual(
            [...map.below(key)].map((kv) => [kv.key, kv.modRevision]),
            expected,
          );
        }
        assert.equal(map.size, model.size);
      }
    }),
  );
});

test('a read under way stands changes', () => {
  const map = new KeyMap();
  for (const key of ['a/1', 'a/2', 'a/3']) map.set(kvOf(key, 1));
  const seen: string[] = [];
  for (const kv of map.below('a/')) {
    seen.push(kv.key);
    map.delete('a/2');
    map.set(kvOf('a/4', 2));
    map.set(kvOf('a/0', 2));
    assert.equal([...map.below('a/')].length, 4);
  }
  assert.deepEqual(seen, ['a/1', 'a/3']);
});
