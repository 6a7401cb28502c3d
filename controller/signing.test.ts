// Who may sign while the record of the authorities is whole, broken, absent or another's. Over a store in memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SimulatedClock } from '../src/loop/clock.ts';
import { silentLog } from '../src/loop/log.ts';
import { keyOf } from '../src/model/keys.ts';
import { type Authorities, createAuthorities } from '../src/pki/authority.ts';
import { createCsr } from '../src/pki/csr.ts';
import { generateKey } from '../src/pki/keys.ts';
import { MemoryStore } from '../src/store/memory.ts';
import { createSigning, type Signing } from './signing.ts';

const clusterId = 'demo';
const caKey = keyOf(clusterId, 'ca');
const broken = '{"authorities": "one"}';

class Bed {
  readonly clock = new SimulatedClock();
  readonly store = new MemoryStore(this.clock).client('controller');
  readonly ours = createAuthorities({ clusterId, now: this.clock.now() });
  readonly theirs = createAuthorities({ clusterId, now: this.clock.now() });

  /** A controller that begins anew. */
  start(authorities: Authorities): Signing {
    return createSigning({ store: this.store, clock: this.clock, log: silentLog, clusterId, authorities });
  }

  async put(key: string, value: string): Promise<void> {
    await this.store.transact([], [{ type: 'put', key, value }]);
  }

  async cluster(): Promise<void> {
    await this.put(keyOf(clusterId, 'node', 'node-1'), '{}');
    await this.put(keyOf(clusterId, 'assignment', 'node-1', 'iam', 'iam-0-a'), '{}');
  }

  async value(key: string): Promise<string | undefined> {
    return (await this.store.get(key)).kv?.value;
  }
}

const ask = () => ({ kind: 'service' as const, service: 'iam', nodeId: 'node-1', csrPem: createCsr(generateKey().privateKey) });
const isForeign = { code: 'store_foreign' };

test('a record that breaks changes nothing: who signed signs on, who was refused is refused', async () => {
  const bed = new Bed();
  await bed.cluster();
  const [one, other] = [bed.start(bed.ours), bed.start(bed.theirs)];
  await one.sign(ask());
  await assert.rejects(other.sign(ask()), isForeign);
  await bed.put(caKey, broken);
  assert.equal((await one.sign(ask())).caId, bed.ours.issuing.caId);
  await assert.rejects(other.sign(ask()), isForeign);
  assert.equal(await bed.value(caKey), broken, "it is the operator's to mend");
});

test('a controller that begins beside a broken record goes by the certificate that was issued last', async () => {
  const bed = new Bed();
  await bed.cluster();
  await bed.start(bed.theirs).sign(ask());
  await bed.store.transact([], [{ type: 'delete', key: caKey }]);
  await bed.clock.advance(1000);
  await bed.start(bed.ours).sign({ ...ask(), kind: 'node' });
  await bed.put(caKey, broken);
  assert.equal((await bed.start(bed.ours).sign(ask())).caId, bed.ours.issuing.caId);
  await assert.rejects(bed.start(bed.theirs).sign(ask()), isForeign);
  await assert.rejects(bed.start(bed.theirs).publish(), isForeign);
});

test('where no certificate was ever issued nothing speaks against the CA at hand; the next one with another is refused', async () => {
  const bed = new Bed();
  await bed.cluster();
  await bed.put(caKey, 'not JSON');
  await bed.start(bed.ours).sign(ask());
  await assert.rejects(bed.start(bed.theirs).sign(ask()), isForeign);
});

test('a broken record that is mended counts again: of another CA it ends the signing, deleted it is written anew', async () => {
  const bed = new Bed();
  await bed.cluster();
  const signing = bed.start(bed.ours);
  await signing.sign(ask());
  await bed.put(caKey, broken);
  await signing.sign(ask());
  await bed.store.transact([], [{ type: 'delete', key: caKey }]);
  await bed.start(bed.theirs).publish();
  await assert.rejects(signing.sign(ask()), isForeign);
  await bed.store.transact([], [{ type: 'delete', key: caKey }]);
  await signing.sign(ask());
  assert.match((await bed.value(caKey)) ?? '', new RegExp(bed.ours.issuing.caId));
});
