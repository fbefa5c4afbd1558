import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channelsOf } from './channels-of.ts';

test('every product has the channel for everybody, and each other one once', () => {
  assert.deepEqual(channelsOf([]), ['stable']);
  const releases = ['nightly', 'stable', 'beta', 'beta'].map((channel) => ({ channel }));
  assert.deepEqual(channelsOf(releases), ['stable', 'beta', 'nightly']);
});
