import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAtLeast, readAppVersion } from './app-version.ts';

const version = (major: number, minor: number, patch: number) => ({ major, minor, patch });

test('a version is read as applications read it', () => {
  const cases = [
    ['1.2.3', version(1, 2, 3)],
    ['v1.2', version(1, 2, 0)],
    [' 1.2.3.4 ', version(1, 2, 3)],
    ['1.2-beta.3', version(1, 2, 0)],
    ['1.2+build', version(1, 2, 0)],
    ['1.2 (rc)', version(1, 2, 0)],
    ['9999999.9999999.9999999.9999999', version(9_999_999, 9_999_999, 9_999_999)],
    ['10000000.0', undefined],
    ['0.10000000', undefined],
    ['0.0.10000000', undefined],
    ['0.0.0.10000000', undefined],
    ['1', undefined],
    ['1.2.3.4.5', undefined],
    ['1.2.x', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ] as const;
  for (const [text, expected] of cases) assert.deepEqual(readAppVersion(text), expected, String(text));
});

test('a version is at least itself and every earlier one', () => {
  const least = version(2, 1, 3);
  const versions = [version(2, 1, 2), least, version(2, 1, 4), version(1, 9, 9), version(3, 0, 0)];
  assert.deepEqual(
    versions.map((each) => isAtLeast(each, least)),
    [false, true, true, false, true],
  );
});
