import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineError } from './docker-errors.ts';

test('what the engine says becomes a code and a next step, its own words kept', () => {
  const table: [string, string, RegExp][] = [
    ['driver failed: Bind for 127.0.0.1:80 failed: port is already allocated', 'port_taken', /Free the port/],
    ['write /var/lib/docker/x: no space left on device', 'disk_full', /Make room/],
    ['No such image: app:9', 'image_missing', /image name/],
    ['OCI runtime create failed: executable file not found in $PATH', 'process_failed', /command/],
    ["no available IPv4 addresses on this network's address pools: pc_c_n_web (1)", 'engine_failed', /max_per_node.*network_prefix/],
  ];
  for (const [message, code, next] of table) {
    const error = engineError({ statusCode: 500, message }, 'start container 1');
    assert.equal(error.code, code);
    assert.ok(error.message.includes(message));
    assert.match(error.next ?? '', next);
  }
});

test('an engine that is not there is told as such', () => {
  assert.equal(engineError({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, 'list containers').code, 'engine_unreachable');
});
