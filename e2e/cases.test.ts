// docs/cases.md maps situations to the tests that show them: each must be there, by its name.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

test('every test that docs/cases.md names is in its file, and every situation has one', () => {
  const rows = readFileSync(join(root, 'docs/cases.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Situation'));
  assert.ok(rows.length >= 24, `${rows.length} situations`);
  for (const row of rows) {
    const shown = [...row.matchAll(/`([^`]+\.test\.ts)`: “([^”]+)”/g)];
    assert.ok(shown.length > 0, `no test is named for: ${row}`);
    for (const [, file = '', name = ''] of shown) {
      const text = readFileSync(join(root, file), 'utf8').replaceAll(String.raw`\'`, "'");
      assert.ok(
        ['`', "'", '"'].some((quote) => text.includes(`(${quote}${name}${quote},`)),
        `${file} has no test “${name}”`,
      );
    }
  }
});
