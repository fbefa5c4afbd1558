import assert from 'node:assert/strict';
import { test } from 'node:test';
import { healthAfter } from './endpoint-health.ts';

const [earlier, now] = [new Date('2026-03-01T12:00:00Z'), new Date('2026-03-01T13:00:00Z')];
const success = { isSuccess: true, delivery: { isTest: false } };
const failure = { isSuccess: false, delivery: { isTest: false } };
const failedTest = { isSuccess: false, delivery: { isTest: true } };
const unsent = { delivery: { isTest: false } };

test('a failure without a success begins one, unless it was a test, and nothing that was not sent does', () => {
  const sound = { failingSince: null };
  assert.deepEqual(healthAfter(sound, [unsent, failure], now), { failingSince: now });
  for (const outcomes of [[], [unsent], [failedTest], [failedTest, unsent], [failure, success]])
    assert.deepEqual(healthAfter(sound, outcomes, now), {});
});

test('a failure lasts from its beginning until one success', () => {
  const failing = { failingSince: earlier };
  for (const outcomes of [[], [unsent], [failure], [failedTest]])
    assert.deepEqual(healthAfter(failing, outcomes, now), {});
  for (const good of [success, { ...success, delivery: { isTest: true } }])
    assert.deepEqual(healthAfter(failing, [failure, good], now), { failingSince: null, warnings: 0 });
});
