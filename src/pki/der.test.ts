import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import * as der from './der.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const refused = { code: 'certificate_invalid' };

describe('DER', () => {
  test('what is written reads back as it was', () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(bytes, bytes, fc.nat({ max: 7 }), (a, b, tag) => {
        const read = der.parseDer(der.encodeDer(der.sequence(der.octetString(a), der.explicit(tag, der.bitString(b)))));
        const [first, second] = der.elementsOf(read, der.tags.sequence, 'x');
        assert.deepEqual(der.bytesOf(first, der.tags.octetString, 'x'), Buffer.from(a));
        assert.deepEqual(der.wholeBytesOf(der.contextElementsOf(second, tag, 'x')[0], 'x'), Buffer.from(b));
      }),
    );
  });

  test('times read back to the second, with the right type on each side of 2050', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
        (date) => {
          const ms = Math.floor(date.getTime() / 1000) * 1000;
          const node = der.time(ms);
          assert.equal(node.type, date.getUTCFullYear() < 2050 ? der.tags.utcTime : der.tags.generalizedTime);
          assert.equal(der.timeOf(der.parseDer(der.encodeDer(node)), 'x'), ms);
        },
      ),
    );
    assert.throws(() => der.time(Date.parse('1949-12-31T23:59:59Z')), refused);
    assert.throws(() => der.time(Number.NaN), refused);
  });

  test('random bytes never do more than throw certificate_invalid', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          assert.deepEqual(der.encodeDer(der.parseDer(bytes)), Buffer.from(bytes));
        } catch (error) {
          assert.equal((error as { code?: string }).code, 'certificate_invalid');
        }
      }),
      { numRuns: 2000 },
    );
  });

  const bad: [name: string, bytes: string][] = [
    ['nothing', ''],
    ['bytes after the end', '3000 00'],
    ['a length in two forms', '308100'],
    ['a length longer than the bytes', '3005 0101ff'],
    ['an indefinite length', '3080 0000'],
    ['a padded integer', '02020001'],
    ['a padded negative integer', '0202ff80'],
    ['a multi-byte tag', '3f8201 00'],
    ['a multi-byte tag inside', '3003 1f0100'],
    ['a length of 2 GiB', '3084 7fffffff'],
    ['nesting beyond the limit', nested(30)],
  ];
  for (const [name, bytes] of bad) test(`refused: ${name}`, () => assert.throws(() => der.parseDer(hex(bytes)), refused));

  test('accessors check tag, form and content', () => {
    const node = (bytes: string) => der.parseDer(hex(bytes));
    assert.throws(() => der.elementsOf(node('0400'), der.tags.sequence, 'x'), refused);
    assert.throws(() => der.bytesOf(node('240404023030'), der.tags.octetString, 'x'), refused);
    assert.throws(() => der.trueOf(node('010101'), 'x'), refused);
    assert.throws(() => der.trueOf(node('010100'), 'x'), refused);
    assert.throws(() => der.oidOf(node('0600'), 'x'), refused);
    assert.throws(() => der.oidOf(node('0603551d91'), 'x'), refused);
    assert.throws(() => der.oidOf(node('0604551d8011'), 'x'), refused);
    assert.equal(der.oidOf(node('0603551d11'), 'x'), '2.5.29.17');
    assert.throws(() => der.bitsOf(node('03020880'), 'x'), refused);
    assert.throws(() => der.bitsOf(node('03020080'), 'x'), refused);
    assert.throws(() => der.bitsOf(node('0300'), 'x'), refused);
    assert.deepEqual([...der.bitsOf(node('03020780'), 'x')], [0]);
    assert.deepEqual([...der.bitsOf(node('03020106'), 'x')], [5, 6]);
    assert.deepEqual([...der.bitsOf(node('030100'), 'x')], []);
    assert.throws(() => der.wholeBytesOf(node('03020106'), 'x'), refused);
    assert.throws(() => der.smallIntegerOf(node('020180'), 'x'), refused);
    for (const text of ['260230000000Z', '2612010000Z', '261201000000', '261201000060Z', '261201000000+0000']) {
      assert.throws(
        () => der.timeOf(node(`17${text.length.toString(16).padStart(2, '0')}${Buffer.from(text).toString('hex')}`), 'x'),
        refused,
        text,
      );
    }
  });
});

function nested(depth: number): string {
  let bytes = Buffer.alloc(0);
  for (let at = 0; at < depth; at++) bytes = Buffer.concat([Buffer.from([0x30, bytes.length]), bytes]);
  return bytes.toString('hex');
}
