import { startEtcd } from '../../e2e/harness/etcd.ts';
import { describeStore } from './conformance.ts';
import { openEtcd } from './etcd.ts';

async function until(condition: () => boolean | Promise<boolean>, limitMs: number, what: string): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describeStore('etcd', async () => {
  const etcd = await startEtcd();
  return { open: () => openEtcd({ endpoints: etcd.endpoints }), until, close: () => etcd.stop() };
});
