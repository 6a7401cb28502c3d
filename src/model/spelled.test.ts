import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Service } from './generated.ts';
import { withoutDefaults } from './spelled.ts';

const service: Service = { name: 'web', ports: { http: 80 }, protocol: 'http', run: { image: 'web:1', env: { A: '' } } };

test('defaults spelled out mean the same as defaults left out', () => {
  const spelled: Service = {
    ...service,
    replicas: 1,
    drain_s: 30,
    routes: [],
    placement: {},
    run: { ...service.run, driver: 'docker', args: [], volumes: [], stop_signal: 'SIGTERM', sandbox: { no_new_privileges: true } },
  };
  assert.deepEqual(withoutDefaults('service', spelled), withoutDefaults('service', service));
  assert.deepEqual(withoutDefaults('service', service), service, 'what is said stays, an empty text too');
});

test('what differs from its default stays, wherever it stands', () => {
  const other: Service = {
    ...service,
    replicas: 2,
    routes: [{ host: 'a.example', path: '/' }],
    run: { ...service.run, sandbox: { pids_limit: 7 } },
  };
  const expected = { ...other, routes: [{ host: 'a.example' }] };
  assert.deepEqual(withoutDefaults('service', other), expected);
});
