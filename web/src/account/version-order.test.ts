import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOlder } from './version-order.ts';

test('an update is offered to lower versions only, and never on a guess', () => {
  const older: [string, string][] = [
    ['1.2.0', '1.10.0'],
    ['1.2', '1.2.1'],
    ['v1.2', '2'],
    ['2.0.0-beta.1', '2.0.0'],
  ];
  const others: [string, string][] = [
    ['1.2.0', '1.2'],
    ['2.0.0', '1.9.9'],
    ['2.0.0', '2.0.0-beta.1'],
    ['2.0.0-beta.1', '2.0.0-beta.2'],
    ['nightly', '2.0.0'],
    ['1.0.0', 'nightly'],
  ];
  for (const [version, current] of older)
    assert.equal(isOlder(version, current), true, `${version} < ${current}`);
  for (const [version, current] of others)
    assert.equal(isOlder(version, current), false, `${version} ≥ ${current}`);
});
