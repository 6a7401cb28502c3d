import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Claim, type Claimant, claimLiveness, type Holder, type Standing } from './liveness.ts';

const own: Holder = { session: 's2', agent_uid: 'us', machine_id: 'here' };
const former: Holder = { ...own, session: 's1' };
const other: Holder = { session: 's9', agent_uid: 'them', machine_id: 'there' };
const starting: Claimant = { ...own, lease: '7', leaseMs: 15_000, wrote: undefined };
const held: Claimant = { ...starting, wrote: { createRevision: 10, version: 3 } };
const stands = (holder: Holder | undefined, lease: string, more: Partial<Standing> = {}): Standing => ({
  holder,
  lease,
  createRevision: 10,
  version: 9,
  seenForMs: 0,
  ...more,
});

test('whose a liveness record is', () => {
  const table: [string, Claimant, Standing | undefined, Claim['do']][] = [
    ['nothing', starting, undefined, 'take'],
    ['our own', held, stands(own, '7'), 'hold'],
    ['our own, put under another lease by hand', held, stands(own, '8', { version: 4 }), 'take'],
    ['of a former run', starting, stands(former, '7'), 'take'],
    ['of a former run, its lease gone', starting, stands(former, '0'), 'take'],
    ['of a second process over our directory', held, stands({ ...own, session: 's3' }, '7', { version: 4 }), 'refuse'],
    ['of a copy of our directory on another machine', starting, stands({ ...former, machine_id: 'copy' }, '7'), 'refuse'],
    ['of another that lives', starting, stands(other, '8', { seenForMs: 1e9 }), 'refuse'],
    ['of another, without a lease', starting, stands(other, '0'), 'wait'],
    ['of another, without a lease, untouched for a lease', starting, stands(other, '0', { seenForMs: 15_000 }), 'take'],
    ['unreadable', starting, stands(undefined, '0', { seenForMs: 14_999 }), 'wait'],
    ['unreadable, untouched for a lease', starting, stands(undefined, '0', { seenForMs: 15_000 }), 'take'],
    ['unreadable, under our lease', starting, stands(undefined, '7'), 'wait'],
    ['unreadable, under a lease that lives', starting, stands(undefined, '8', { seenForMs: 1e9 }), 'wait'],
    ['unreadable, in the place of our own', held, stands(undefined, '0', { version: 4 }), 'take'],
    ['of another without a lease, in the place of our own', held, stands(other, '0', { version: 4 }), 'take'],
    ['unreadable, in the place of what came after our own', held, stands(undefined, '0', { version: 5 }), 'wait'],
    ['unreadable, after our own was deleted', held, stands(undefined, '0', { createRevision: 20, version: 4 }), 'wait'],
    ['an older one of ours put back by hand', held, stands(former, '0', { version: 4 }), 'take'],
  ];
  for (const [name, claimant, standing, wanted] of table) assert.equal(claimLiveness(claimant, standing).do, wanted, name);
});

test('how long is waited', () => {
  assert.deepEqual(claimLiveness(starting, stands(undefined, '0', { seenForMs: 5000 })), { do: 'wait', leftMs: 10_000 });
  assert.deepEqual(claimLiveness(starting, stands(undefined, '8')), { do: 'wait', leftMs: undefined });
});
