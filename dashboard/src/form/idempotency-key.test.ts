import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusedForGood } from './use-idempotency-key.ts';

const refused = (status: number, retryAfterSeconds?: number) => ({ status, retryAfterSeconds });

test('a request that may have been carried out keeps its key: money does not go back twice', () => {
  for (const status of [422, 429, 500, 503])
    assert.equal(isRefusedForGood(refused(status)), false, String(status));
  assert.equal(isRefusedForGood(refused(409, 1)), false, 'the first request still runs');
});

test('a request that was refused for good is another one next time', () => {
  for (const status of [400, 403, 404, 409, 412])
    assert.equal(isRefusedForGood(refused(status)), true, String(status));
});
