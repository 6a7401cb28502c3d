// What every ProcessStarter promises, run against the real one and the simulated one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProcessSpec, ProcessStarter } from '../src/loop/ports.ts';
import type { PhotonError } from '../src/model/errors.ts';

export interface StarterUnderTest {
  /** A new agent on the same machine. */
  starter(): ProcessStarter;
  /** A program that runs until it is ended. */
  spec(name: string): ProcessSpec;
  until(what: string, condition: () => Promise<boolean>): Promise<void>;
  finish<T>(work: Promise<T>): Promise<T>;
  /** SIGKILL from outside. */
  crash(name: string, pid: number): void;
  /** Lets the machine reboot, as far as a starter can tell. */
  reboot?(): void;
}

const failed = (error: unknown) => (error as PhotonError).code === 'process_failed';

export function starterConformance(name: string, make: () => StarterUnderTest): void {
  describe(`process starter ${name}`, () => {
    const end = async (test: StarterUnderTest, ...names: string[]): Promise<void> => {
      const starter = test.starter();
      for (const one of names) {
        await test.finish(starter.stop(one, 'SIGKILL', 0));
        await starter.remove(one);
      }
      assert.deepEqual(
        (await starter.list()).filter((process) => names.includes(process.name)),
        [],
      );
    };
    const only = async (starter: ProcessStarter, name: string) => (await starter.list()).find((process) => process.name === name);

    it('starts once, stops, starts anew, removes', async () => {
      const test = make();
      const starter = test.starter();
      const spec = test.spec('one');
      const first = await starter.start(spec);
      assert.equal(first.state, 'running');
      const again = await starter.start(spec);
      assert.deepEqual([again.pid, again.startTime], [first.pid, first.startTime]);
      await assert.rejects(starter.remove('one'), failed);
      await test.finish(starter.stop('one', 'SIGTERM', 5));
      await test.finish(starter.stop('one', 'SIGTERM', 5));
      assert.equal((await only(starter, 'one'))?.state, 'exited');
      const second = await starter.start(spec);
      assert.notEqual(second.pid, first.pid);
      await end(test, 'one');
      await starter.remove('one');
      await starter.stop('one', 'SIGTERM', 1);
    });

    it('is found by the next agent, which does not know its exit code', async () => {
      const test = make();
      const started = await test.starter().start({ ...test.spec('adopted'), labels: { role: 'test' } });
      const next = test.starter();
      const found = await only(next, 'adopted');
      assert.deepEqual([found?.pid, found?.startTime, found?.state], [started.pid, started.startTime, 'running']);
      assert.deepEqual(found?.spec.labels, { role: 'test' });
      assert.equal((await next.start(test.spec('adopted'))).pid, started.pid);
      await end(test, 'adopted');
    });

    it('tells of an exit and of its code', async () => {
      const test = make();
      const starter = test.starter();
      const told: string[] = [];
      const subscription = starter.subscribe((one) => told.push(one));
      try {
        const { pid } = await starter.start(test.spec('crashing'));
        test.crash('crashing', pid);
        await test.until('the exit to be told', () => Promise.resolve(told.includes('crashing')));
        const exited = await only(starter, 'crashing');
        assert.deepEqual([exited?.state, exited?.exitCode], ['exited', 137]);
      } finally {
        subscription.cancel();
        await end(test, 'crashing');
      }
    });

    it('tells an agent that adopted it of the exit too', async () => {
      const test = make();
      const { pid } = await test.starter().start(test.spec('foreign'));
      const next = test.starter();
      const told: string[] = [];
      await next.list();
      const subscription = next.subscribe((one) => told.push(one));
      try {
        test.crash('foreign', pid);
        await test.until('the exit to be told', () => Promise.resolve(told.includes('foreign')));
        assert.equal((await only(next, 'foreign'))?.state, 'exited');
      } finally {
        subscription.cancel();
        await end(test, 'foreign');
      }
    });

    it('refuses a program that is not there, and leaves nothing behind', async () => {
      const test = make();
      const starter = test.starter();
      await assert.rejects(starter.start({ ...test.spec('missing'), command: '/no/such/program' }), failed);
      assert.equal(await only(starter, 'missing'), undefined);
      await assert.rejects(starter.signal('missing', 'SIGHUP'), failed);
    });
  });
}
