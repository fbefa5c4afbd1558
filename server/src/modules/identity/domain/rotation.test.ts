import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideRotation } from './rotation.ts';

const rotatedAt = new Date('2026-03-01T12:00:00.000Z');
const after = (ms: number): Date => new Date(rotatedAt.getTime() + ms);

test('the newest token rotates, however old it is', () => {
  for (const now of [rotatedAt, after(10_001), after(30 * 86_400_000)]) {
    assert.equal(decideRotation({ presented: 7, newest: 7, rotatedAt, now }), 'Rotate');
  }
});

test('the token before it repeats for ten seconds and is reuse afterwards', () => {
  assert.equal(decideRotation({ presented: 6, newest: 7, rotatedAt, now: after(10_000) }), 'Repeat');
  assert.equal(decideRotation({ presented: 6, newest: 7, rotatedAt, now: after(10_001) }), 'Reuse');
});

test('a token whose successor was used is reuse even in the second of both rotations', () => {
  assert.equal(decideRotation({ presented: 5, newest: 7, rotatedAt, now: rotatedAt }), 'Reuse');
  assert.equal(decideRotation({ presented: 1, newest: 7, rotatedAt, now: rotatedAt }), 'Reuse');
});

test('a clock that was set back does not lengthen the time for which a token repeats by more than it was set', () => {
  assert.equal(decideRotation({ presented: 6, newest: 7, rotatedAt, now: after(-1_000) }), 'Repeat');
  assert.equal(decideRotation({ presented: 5, newest: 7, rotatedAt, now: after(-1_000) }), 'Reuse');
});

test('a token that the session never gave out is foreign', () => {
  assert.equal(decideRotation({ presented: undefined, newest: 7, rotatedAt, now: rotatedAt }), 'Foreign');
  assert.equal(decideRotation({ presented: 8, newest: 7, rotatedAt, now: rotatedAt }), 'Foreign');
});
