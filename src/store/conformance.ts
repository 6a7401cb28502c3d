// What every Store does, as tests. Run by each implementation with a subject of its own.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Store, WatchEvent } from '../loop/ports.ts';
import { PhotonError } from '../model/errors.ts';

export interface Subject {
  /** A connection to the store under test. */
  open(): Store;
  /** Waits for the condition as the store's clock tells time; fails after the limit. */
  until(condition: () => boolean | Promise<boolean>, limitMs: number, what: string): Promise<void>;
  close(): Promise<void>;
}

/** What a watch told, in order. */
class Heard {
  readonly events: WatchEvent[] = [];
  readonly ends: { reason: string; compactRevision?: number }[] = [];
  /** Of each call with events: the revisions in it. */
  readonly calls: number[][] = [];
  revision = 0;
  readonly handlers = {
    onEvents: (events: WatchEvent[], revision: number): void => {
      this.revision = revision;
      this.events.push(...events);
      if (events.length > 0) this.calls.push(events.map((event) => event.kv.modRevision));
    },
    onEnd: (end: { reason: string; compactRevision?: number }): void => {
      this.ends.push(end);
    },
  };
}

const refused = (code: string) => (error: unknown) => error instanceof PhotonError && error.code === code;

export function describeStore(name: string, makeSubject: () => Promise<Subject>): void {
  describe(`${name} as a store`, () => {
    let subject: Subject;
    let store: Store;
    let round = 0;
    /** Each test has keys of its own. */
    let base = '';
    before(async () => {
      subject = await makeSubject();
      store = subject.open();
    });
    after(async () => {
      await store.close();
      await subject.close();
    });
    beforeEach(() => {
      base = `test-${++round}`;
    });
    const put = (key: string, value: string, lease?: string) =>
      store.transact([], [{ type: 'put', key: `${base}/${key}`, value, ...(lease !== undefined && { lease }) }]);

    test('counts revisions and versions of a key', async () => {
      const first = await put('a', '1');
      const second = await put('a', 'zwei €');
      assert.ok(second.revision > first.revision);
      const { kv, revision } = await store.get(`${base}/a`);
      assert.deepEqual(kv, {
        key: `${base}/a`,
        value: 'zwei €',
        createRevision: first.revision,
        modRevision: second.revision,
        version: 2,
        lease: '0',
      });
      assert.equal(revision, second.revision);
      assert.equal((await store.get(`${base}/missing`)).kv, undefined);
    });

    test('lists what is below a slash, in order, and one whole key without one', async () => {
      for (const key of ['n/b', 'n/a', 'n/a/x', 'n0', 'n', 'nn']) await put(key, key);
      const keys = async (prefix: string) => (await store.list(`${base}/${prefix}`)).kvs.map((kv) => kv.key.slice(base.length + 1));
      assert.deepEqual(await keys('n/'), ['n/a', 'n/a/x', 'n/b']);
      assert.deepEqual(await keys('n'), ['n']);
      assert.deepEqual(await keys(''), ['n', 'n/a', 'n/a/x', 'n/b', 'n0', 'nn']);
      assert.deepEqual(await keys('m/'), []);
      assert.deepEqual(
        (await store.list(`${base}/n/`, { keysOnly: true })).kvs.map((kv) => kv.value),
        ['', '', ''],
      );
      assert.ok((await store.list('')).kvs.length >= 6);
    });

    test('lists an old revision, until it is compacted', async () => {
      const { revision } = await put('a', 'old');
      await put('a', 'new');
      await put('b', 'new');
      const old = await store.list(`${base}/`, { revision });
      assert.deepEqual(
        old.kvs.map((kv) => kv.value),
        ['old'],
      );
      assert.equal(old.revision, revision);
      await store.compact((await store.get('x')).revision);
      await store.compact(revision);
      await assert.rejects(store.list(`${base}/`, { revision }), refused('store_compacted'));
    });

    test('writes all of a transaction or nothing, and tells what stands there', async () => {
      const made = await store.transact(
        [
          { key: `${base}/a`, modRevision: 0 },
          { key: `${base}/b`, createRevision: 0 },
        ],
        [
          { type: 'put', key: `${base}/a`, value: '1' },
          { type: 'put', key: `${base}/b`, value: '2' },
        ],
      );
      assert.equal(made.succeeded, true);
      assert.equal(made.current.size, 0);
      const stale = await store.transact(
        [
          { key: `${base}/a`, modRevision: made.revision },
          { key: `${base}/b`, modRevision: made.revision - 1 },
          { key: `${base}/c`, modRevision: 7 },
        ],
        [{ type: 'put', key: `${base}/a`, value: 'no' }],
      );
      assert.equal(stale.succeeded, false);
      assert.deepEqual([...stale.current.keys()], [`${base}/a`, `${base}/b`, `${base}/c`]);
      assert.equal(stale.current.get(`${base}/a`)?.value, '1');
      assert.equal(stale.current.get(`${base}/c`), undefined);
      const changed = await store.transact(
        [
          { key: `${base}/a`, value: '1' },
          { key: `${base}/b`, createRevision: made.revision },
        ],
        [
          { type: 'delete', key: `${base}/a` },
          { type: 'delete', key: `${base}/never` },
          { type: 'put', key: `${base}/b`, value: '3' },
        ],
      );
      assert.equal(changed.succeeded, true);
      assert.equal(changed.revision, made.revision + 1);
      assert.equal((await store.get(`${base}/a`)).kv, undefined);
      const nothing = await store.transact([], [{ type: 'delete', key: `${base}/never` }]);
      assert.deepEqual([nothing.succeeded, nothing.revision], [true, changed.revision]);
    });

    test('takes 128 guards and 128 operations, and refuses more, larger, or one key twice', async () => {
      const keys = Array.from({ length: 129 }, (_, at) => `${base}/${at}`);
      const guards = keys.map((key) => ({ key, modRevision: 0 }));
      const puts = keys.map((key) => ({ type: 'put', key, value: 'x' }) as const);
      assert.equal((await store.transact(guards.slice(0, 128), puts.slice(0, 128))).succeeded, true);
      await assert.rejects(store.transact(guards, []), refused('too_large'));
      await assert.rejects(store.transact([], puts), refused('too_large'));
      await assert.rejects(put('big', 'x'.repeat(1_600_000)), refused('too_large'));
      const large = await put('large', 'ü'.repeat(750_000));
      assert.equal(large.succeeded, true);
      await assert.rejects(store.transact([], [...puts.slice(0, 1), ...puts.slice(0, 1)]), refused('invalid_argument'));
    });

    test('tells a watch everything from a revision on: whole revisions, in order, once', async () => {
      await put('before', '0');
      const { revision } = await put('a', '1');
      const heard = new Heard();
      const watch = store.watch(`${base}/`, revision, heard.handlers);
      await store.transact(
        [],
        [
          { type: 'put', key: `${base}/b`, value: '2' },
          { type: 'put', key: `other-${base}/b`, value: '2' },
          { type: 'delete', key: `${base}/a` },
        ],
      );
      const last = await put('c', '3');
      await subject.until(() => heard.revision >= last.revision, 10_000, 'all events');
      watch.cancel();
      await put('d', '4');
      assert.deepEqual(
        heard.events.map(({ type, key, kv }) => [type, key.slice(base.length + 1), kv.value, kv.modRevision]),
        [
          ['put', 'a', '1', revision],
          ['put', 'b', '2', revision + 1],
          ['delete', 'a', '', revision + 1],
          ['put', 'c', '3', revision + 2],
        ],
      );
      const split = heard.calls.filter((call, at) => heard.calls[at + 1]?.[0] === call.at(-1));
      assert.deepEqual(split, []);
      assert.deepEqual(heard.ends, []);
    });

    test('watches one whole key without those that begin like it', async () => {
      const { revision } = await put('node-1', '1');
      const heard = new Heard();
      const watch = store.watch(`${base}/node-1`, revision + 1, heard.handlers);
      await put('node-10', '1');
      const last = await put('node-1', '2');
      await subject.until(() => heard.revision >= last.revision, 10_000, 'the event');
      watch.cancel();
      assert.deepEqual(
        heard.events.map((event) => event.kv.value),
        ['2'],
      );
    });

    test('says that a watch stands, before anything happens', async () => {
      const { revision } = await put('a', '1');
      const heard = new Heard();
      const watch = store.watch(`${base}/`, revision + 1, heard.handlers);
      await subject.until(() => heard.revision === revision, 10_000, 'the watch');
      watch.cancel();
      assert.deepEqual(heard.events, []);
    });

    test('ends a watch from before a compaction, and one from beyond the newest revision', async () => {
      const { revision } = await put('a', '1');
      for (let at = 0; at < 5; at++) await put('a', String(at));
      const now = (await store.get('x')).revision;
      await store.compact(now);
      const old = new Heard();
      const beyond = new Heard();
      store.watch(`${base}/`, revision, old.handlers);
      store.watch(`${base}/`, now + 1_000, beyond.handlers);
      await subject.until(() => old.ends.length + beyond.ends.length === 2, 15_000, 'both ends');
      assert.deepEqual([old.ends[0]?.reason, old.ends[0]?.compactRevision, beyond.ends[0]?.reason], ['compacted', now, 'compacted']);
    });

    test('keeps the keys of a lease while it is kept alive, and deletes them when it ends', async () => {
      const lease = await store.leaseGrant(2);
      assert.match(lease, /^[1-9]\d*$/);
      const made = await put('a', '1', lease);
      await put('b', '1', lease);
      assert.equal((await store.get(`${base}/a`)).kv?.lease, lease);
      assert.ok((await store.leaseKeepAlive(lease)) >= 2);
      const state = await store.leaseTimeToLive(lease);
      assert.deepEqual(state?.keys.toSorted(), [`${base}/a`, `${base}/b`]);
      const heard = new Heard();
      const watch = store.watch(`${base}/`, made.revision + 2, heard.handlers);
      await subject.until(() => heard.events.length === 2, 15_000, 'the end of the lease');
      watch.cancel();
      assert.deepEqual(
        heard.events.map((event) => event.type),
        ['delete', 'delete'],
      );
      assert.equal(heard.events[0]?.kv.modRevision, heard.events[1]?.kv.modRevision);
      assert.equal(await store.leaseKeepAlive(lease), 0);
      assert.equal(await store.leaseTimeToLive(lease), undefined);
      await assert.rejects(put('c', '1', lease), refused('lease_lost'));
    });

    test('deletes the keys of a revoked lease, but not one that was put again without it', async () => {
      const lease = await store.leaseGrant(60);
      await put('a', '1', lease);
      await put('b', '1', lease);
      await put('b', '2');
      await store.leaseRevoke(lease);
      await store.leaseRevoke(lease);
      assert.deepEqual(
        (await store.list(`${base}/`)).kvs.map((kv) => kv.value),
        ['2'],
      );
    });

    test('fails with `aborted` after it was closed', async () => {
      const closed = subject.open();
      await closed.get('x');
      await closed.close();
      await assert.rejects(closed.get('x'), refused('aborted'));
      await assert.rejects(closed.transact([], []), refused('aborted'));
      assert.throws(() => closed.watch('x/', 1, new Heard().handlers), refused('aborted'));
    });
  });
}
