import { startEtcd } from '../../e2e/harness/etcd.ts';
import { describeStore } from './conformance.ts';
import { openEtcd } from './etcd.ts';
import { until } from './testing.ts';

describeStore('etcd', async () => {
  const etcd = await startEtcd();
  return { open: () => openEtcd({ endpoints: etcd.endpoints }), until, close: () => etcd.stop() };
});
