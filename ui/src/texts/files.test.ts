import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeText, systemOf } from './files.ts';

test('a size is readable in the language of the page, and stays on one line', () => {
  assert.deepEqual(
    [sizeText(1, 'en'), sizeText(99_000, 'en'), sizeText(100_000, 'en'), sizeText(61_234_567, 'de')],
    ['1\u00A0kB', '99\u00A0kB', '0.1\u00A0MB', '61,2\u00A0MB'],
  );
});

test('a system has its usual name, and the processor where there are several', () => {
  assert.deepEqual(
    [
      systemOf({ platform: 'Universal' }, 'all systems'),
      systemOf({ platform: 'Mac' }, ''),
      systemOf({ platform: 'Mac', arch: 'Arm64' }, ''),
      systemOf({ platform: 'Mac', arch: 'X64' }, ''),
      systemOf({ platform: 'Windows', arch: 'X64' }, ''),
      systemOf({ platform: 'Windows', arch: 'Universal' }, ''),
    ],
    ['all systems', 'macOS', 'macOS (Apple silicon)', 'macOS (Intel)', 'Windows (64-bit)', 'Windows'],
  );
});
