// What every Engine promises, run against the real ones and the simulated ones.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Engine, Unit, UnitSpec } from '../src/loop/ports.ts';
import type { PhotonError } from '../src/model/errors.ts';

export interface EngineUnderTest {
  /** Engine of a node; called with the same id it gives another agent's view of the same machine. */
  engine(nodeId: string): Engine;
  /** A spec that runs an app on a free port. */
  spec(nodeId: string, instance: string): Promise<UnitSpec>;
  /** Occupies the port of a spec with something that is not ours. */
  occupy(spec: UnitSpec): Promise<() => Promise<void>>;
  /** Waits; a simulated clock is moved. */
  until(what: string, condition: () => Promise<boolean>): Promise<void>;
  /** Lets a call that waits on the clock finish. */
  finish<T>(work: Promise<T>): Promise<T>;
  /** Waits until the app answers on its port. */
  answering(spec: UnitSpec): Promise<void>;
  /** Ends the unit's app from outside, as a crash. */
  crash(unit: Unit): Promise<void>;
  /** An app that only SIGKILL ends. */
  deaf(spec: UnitSpec): UnitSpec;
}

const codeIs = (code: string) => (error: unknown) => (error as PhotonError).code === code;

export function engineConformance(name: string, make: () => EngineUnderTest): void {
  describe(`engine ${name}`, () => {
    let used: Engine[] = [];
    const on = (test: EngineUnderTest, nodeId = 'node-1'): Engine => {
      const engine = test.engine(nodeId);
      used.push(engine);
      return engine;
    };
    const unitOf = async (engine: Engine, instance: string): Promise<Unit | undefined> =>
      (await engine.list()).find((unit) => unit.labels.instance === instance);
    const created = async (test: EngineUnderTest, engine: Engine, spec: UnitSpec): Promise<string> => {
      if (spec.image) await test.finish(engine.ensureImage(spec.image, new AbortController().signal));
      return engine.create(spec);
    };

    afterEach(async () => {
      const test = make();
      for (const engine of used) for (const unit of await engine.list()) await test.finish(engine.remove(unit.id));
      used = [];
    });

    it('creates, starts, stops and removes; each twice is the same as once', async () => {
      const test = make();
      const engine = on(test);
      const spec = await test.spec('node-1', 'life-1');
      const id = await created(test, engine, spec);
      assert.equal(await engine.create(spec), id);
      const before = await unitOf(engine, 'life-1');
      assert.deepEqual(before?.labels, spec.labels);
      assert.deepEqual([before?.state, before?.startedAt, before?.exitCode], ['created', undefined, undefined]);
      await engine.start(id);
      await engine.start(id);
      const running = await unitOf(engine, 'life-1');
      assert.equal(running?.state, 'running');
      assert.ok(running.startedAt !== undefined && running.startedAt > 0 && running.pid !== undefined);
      assert.equal(await engine.create(spec), running.id);
      await test.answering(spec);
      await test.finish(engine.stop(running.id, 'SIGTERM', 5));
      await test.finish(engine.stop(running.id, 'SIGTERM', 5));
      const stopped = await unitOf(engine, 'life-1');
      assert.deepEqual([stopped?.state, stopped?.exitCode, stopped?.pid], ['exited', 0, undefined]);
      assert.ok((stopped?.endedAt ?? 0) >= (stopped?.startedAt ?? 0), 'when it ended is known');
      const { text, cut } = await engine.output(running.id);
      assert.deepEqual([typeof text, cut], ['string', false]);
      await test.finish(engine.remove(running.id));
      await test.finish(engine.remove(running.id));
      await test.finish(engine.stop(running.id, 'SIGTERM', 5));
      assert.deepEqual(await engine.list(), []);
    });

    it('starts an exited unit again', async () => {
      const test = make();
      const engine = on(test);
      const id = await created(test, engine, await test.spec('node-1', 'again-1'));
      await engine.start(id);
      const first = await unitOf(engine, 'again-1');
      assert.ok(first);
      await test.crash(first);
      await test.until('the exit to be seen', async () => (await unitOf(engine, 'again-1'))?.state === 'exited');
      const exited = await unitOf(engine, 'again-1');
      assert.equal(exited?.exitCode, 137);
      await engine.start(exited.id);
      assert.equal((await unitOf(engine, 'again-1'))?.state, 'running');
    });

    it('says that a port is taken, and starts once it is free', async () => {
      const test = make();
      const engine = on(test);
      const spec = await test.spec('node-1', 'port-1');
      const id = await created(test, engine, spec);
      const free = await test.occupy(spec);
      await assert.rejects(engine.start(id), codeIs('port_taken'));
      const failed = await unitOf(engine, 'port-1');
      assert.equal(failed?.state, 'created');
      assert.match(failed.error ?? '', /port|address/);
      await assert.rejects(engine.start(id), codeIs('port_taken'));
      await free();
      await engine.start(id);
      const running = await unitOf(engine, 'port-1');
      assert.deepEqual([running?.state, running?.error], ['running', undefined]);
    });

    it('kills what does not end within its time', async () => {
      const test = make();
      const engine = on(test);
      const spec = test.deaf(await test.spec('node-1', 'deaf-1'));
      const id = await created(test, engine, spec);
      await engine.start(id);
      await test.answering(spec);
      const unit = await unitOf(engine, 'deaf-1');
      assert.ok(unit);
      await test.finish(engine.stop(unit.id, 'SIGTERM', 1));
      const stopped = await unitOf(engine, 'deaf-1');
      assert.deepEqual([stopped?.state, stopped?.exitCode], ['exited', 137]);
    });

    it('removes a unit that still runs', async () => {
      const test = make();
      const engine = on(test);
      const id = await created(test, engine, await test.spec('node-1', 'remove-1'));
      await engine.start(id);
      await test.finish(engine.remove((await unitOf(engine, 'remove-1'))?.id ?? ''));
      assert.deepEqual(await engine.list(), []);
    });

    it('is adopted by the next agent, and left alone by the agent of another node', async () => {
      const test = make();
      const id = await created(test, on(test), await test.spec('node-1', 'own-1'));
      await on(test).start(id);
      const next = test.engine('node-1');
      const [adopted] = await next.list();
      assert.deepEqual([adopted?.labels.instance, adopted?.state], ['own-1', 'running']);
      const other = test.engine('node-2');
      assert.deepEqual(await other.list(), []);
      await other.stop(adopted?.id ?? '', 'SIGKILL', 0).catch(() => undefined);
      await other.remove(adopted?.id ?? '').catch(() => undefined);
      assert.equal((await next.list())[0]?.state, 'running');
      await assert.rejects(other.create(await test.spec('node-1', 'own-2')));
    });

    it('tells of changes', async () => {
      const test = make();
      const engine = on(test);
      const told = new Set<string>();
      const subscription = engine.subscribe((instance) => told.add(instance ?? '*'));
      try {
        const id = await created(test, engine, await test.spec('node-1', 'told-1'));
        await engine.start(id);
        const unit = await unitOf(engine, 'told-1');
        assert.ok(unit);
        told.clear();
        await test.crash(unit);
        await test.until('the change to be told', () => Promise.resolve(told.has('told-1')));
      } finally {
        subscription.cancel();
      }
    });

    it('makes one network a service, and forgets it when asked', async () => {
      const test = make();
      const engine = on(test);
      const network = await engine.ensureNetwork('net-service');
      if (engine.driver === 'process') {
        assert.equal(network, undefined);
        assert.deepEqual(await engine.networks(), []);
        return;
      }
      assert.ok(network);
      const [again, other, elsewhere] = await Promise.all([
        engine.ensureNetwork('net-service'),
        engine.ensureNetwork('net-other'),
        test.engine('node-2').ensureNetwork('net-service'),
      ]);
      assert.deepEqual(again, network);
      assert.equal(new Set([network.subnet, other?.subnet, elsewhere?.subnet]).size, 3);
      assert.deepEqual((await engine.networks()).map((one) => one.service).sort(), ['net-other', 'net-service']);
      for (const one of await engine.networks()) await engine.removeNetwork(one.name);
      await engine.removeNetwork(network.name);
      // The network of the other node is not ours to remove.
      await engine.removeNetwork(elsewhere?.name ?? '');
      assert.deepEqual(await engine.networks(), []);
      assert.equal((await test.engine('node-2').networks()).length, 1);
      await test.engine('node-2').removeNetwork(elsewhere?.name ?? '');
    });
  });
}
