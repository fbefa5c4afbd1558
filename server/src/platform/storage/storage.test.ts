import assert from 'node:assert/strict';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkKey } from './storage.ts';
import { examples } from '../../../test/length.ts';

test('a key is made of lower-case segments and is returned as it is', () => {
  for (const key of ['a', '0', 'demo/releases/1.2.0/setup_x64-2.exe', 'a.b/c-d', 'a'.repeat(200)]) {
    assert.equal(checkKey(key), key);
  }
});

test('a key that could point elsewhere, or mean another key, is refused', () => {
  for (const key of [
    '',
    '.',
    '..',
    '/',
    '/etc/passwd',
    '../a',
    'a/../b',
    'a/..',
    'a..b',
    'a/./b',
    'a/.b',
    '.incoming/a',
    'a//b',
    'a/',
    'a\\b',
    'a\0b',
    'a\n',
    'A',
    'ä',
    'a b',
    'a%2fb',
    'c:/a',
    '-a',
    '_a',
    'a/-b',
    'a'.repeat(201),
    `${'a/'.repeat(256)}a`,
  ]) {
    assert.throws(() => checkKey(key), RangeError, JSON.stringify(key));
  }
});

test('no key that is accepted leads out of a folder', () => {
  const hostile = fc.array(fc.constantFrom('a', '.', '..', '/', '\\', '-', '_', '0', '\0', '~'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(hostile, (parts) => {
      const key = parts.join('');
      if (!isAccepted(key)) return;
      const path = join('/folder', key);
      assert.equal(normalize(path), `/folder${sep}${key.replaceAll('/', sep)}`);
      assert.equal(isAbsolute(key), false);
    }),
    examples(2_000),
  );
});

function isAccepted(key: string): boolean {
  try {
    return checkKey(key) === key;
  } catch {
    return false;
  }
}
