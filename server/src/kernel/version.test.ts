import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareVersions, formatVersion, parseVersion } from './version.ts';

const part = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const anyVersion = fc.record({ major: part, minor: part, patch: part }, { noNullPrototype: true });

test('a version survives being written and read', () => {
  fc.assert(
    fc.property(anyVersion, (version) => {
      assert.deepEqual(parseVersion(formatVersion(version)), version);
    }),
  );
});

test('text that is not exactly major.minor.patch is not a version', () => {
  for (const text of [
    '',
    '1',
    '1.2',
    '1.2.3.4',
    'v1.2.3',
    '1.2.3-beta',
    '1.2.3+5',
    '01.2.3',
    '1.02.3',
    '1.2.03',
    '-1.2.3',
    '1.2.x',
    ' 1.2.3',
    '1.2.3\n',
    '1..3',
    '1e3.0.0',
    '9007199254740992.0.0',
  ]) {
    assert.equal(parseVersion(text), undefined, JSON.stringify(text));
  }
});

test('versions are ordered by number, not by text', () => {
  const sorted = ['2.0.0', '1.10.0', '1.9.1', '1.9.0', '1.9.10', '10.0.0']
    .map((text) => parseVersion(text))
    .filter((version) => version !== undefined)
    .toSorted(compareVersions)
    .map(formatVersion);
  assert.deepEqual(sorted, ['1.9.0', '1.9.1', '1.9.10', '1.10.0', '2.0.0', '10.0.0']);
});

test('the order of versions is total: equal only to themselves, and opposite when swapped', () => {
  fc.assert(
    fc.property(anyVersion, anyVersion, (a, b) => {
      assert.equal(compareVersions(a, { ...a }), 0);
      assert.equal(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a)), 0);
      assert.equal(compareVersions(a, b) === 0, formatVersion(a) === formatVersion(b));
    }),
  );
});
