import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceOn, judgeStore, type StoreMemory, type StoreView } from './obey.ts';

const before: StoreMemory = { uid: 'one', epoch: 1, revision: 100 };
const seen = (change: Partial<StoreView> = {}): StoreView => ({
  revision: 101,
  meta: { uid: 'one', epoch: 1 },
  node: 'present',
  ...change,
});

test('which store is obeyed', () => {
  const table: [string, StoreMemory | undefined, StoreView, string][] = [
    ['the same', before, seen(), 'obey'],
    ['the same revision', before, seen({ revision: 100 }), 'obey'],
    ['the first ever', undefined, seen(), 'obey'],
    ['the first ever, without uid', undefined, seen({ meta: {} }), 'obey'],
    ['the uid is not there (yet)', before, seen({ meta: { epoch: 1 } }), 'obey'],
    ['another uid', before, seen({ meta: { uid: 'two', epoch: 1 } }), 'foreign'],
    ['another uid, epoch raised', before, seen({ meta: { uid: 'two', epoch: 2 } }), 'obey'],
    ['set back', before, seen({ revision: 99 }), 'rewound'],
    ['set back, epoch raised', before, seen({ revision: 99, meta: { uid: 'one', epoch: 2 } }), 'obey'],
    ['set back, epoch lower', before, seen({ revision: 99, meta: { uid: 'one', epoch: 0 } }), 'rewound'],
    ['no meta', before, seen({ meta: 'absent' }), 'no_meta'],
    ['no meta, ever', undefined, seen({ meta: 'absent' }), 'no_meta'],
    ['broken meta', before, seen({ meta: 'invalid' }), 'obey'],
    ['broken meta, ever', undefined, seen({ meta: 'invalid' }), 'invalid'],
    ['broken meta, set back', before, seen({ meta: 'invalid', revision: 99 }), 'rewound'],
    ['no Node', before, seen({ node: 'absent' }), 'no_node'],
    ['no Node, epoch raised', before, seen({ node: 'absent', meta: { uid: 'one', epoch: 2 } }), 'no_node'],
    ['broken Node', before, seen({ node: 'invalid' }), 'invalid'],
  ];
  for (const [name, memory, view, wanted] of table) {
    const judgement = judgeStore(memory, view);
    assert.equal(judgement.obey ? 'obey' : judgement.code, wanted, name);
    // Raising the epoch is advised where, and only where, it helps.
    if (judgement.obey || view.meta === 'absent' || view.meta === 'invalid') continue;
    const raised = judgeStore(memory, { ...view, meta: { ...view.meta, epoch: 9 } });
    assert.equal(adviceOn[judgement.code].includes('raise meta.epoch'), raised.obey, name);
  }
});

test('what is remembered', () => {
  const memoryOf = (memory: StoreMemory | undefined, view: StoreView): StoreMemory | undefined => {
    const judgement = judgeStore(memory, view);
    return judgement.obey ? judgement.memory : undefined;
  };
  assert.deepEqual(memoryOf(before, seen()), { uid: 'one', epoch: 1, revision: 101 });
  assert.deepEqual(
    memoryOf(before, seen({ meta: {} })),
    { uid: 'one', epoch: 1, revision: 101 },
    'a uid is not forgotten, nor an epoch lowered',
  );
  assert.deepEqual(memoryOf(before, seen({ meta: 'invalid' })), { uid: 'one', epoch: 1, revision: 101 }, 'nor by a broken record');
  assert.deepEqual(memoryOf(before, seen({ revision: 3, meta: { uid: 'two', epoch: 2 } })), { uid: 'two', epoch: 2, revision: 3 });
  assert.deepEqual(memoryOf(before, seen({ revision: 3, meta: { epoch: 2 } })), { epoch: 2, revision: 3 }, 'the next uid is learnt anew');
  assert.deepEqual(memoryOf(undefined, seen({ meta: {} })), { epoch: 0, revision: 101 });
});
