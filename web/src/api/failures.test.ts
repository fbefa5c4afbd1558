import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnexpectedAnswer } from './answer.ts';
import { ConnectionLost, isTransient, problemFrom } from './failures.ts';

describe('isTransient', () => {
  it('holds for a lost connection, an overloaded or a failing server', () => {
    assert(isTransient(new ConnectionLost()));
    for (const status of [429, 500, 502, 503])
      assert(isTransient(problemFrom(status, null, {})), String(status));
  });

  it('does not hold for a refusal or an answer that makes no sense', () => {
    for (const status of [400, 401, 403, 404, 409]) {
      assert(!isTransient(problemFrom(status, null, {})), String(status));
    }
    assert(!isTransient(new UnexpectedAnswer('checkout.status')));
  });
});

describe('problemFrom', () => {
  it('reads Retry-After in seconds and ignores a date', () => {
    assert.equal(problemFrom(503, '12', {}).retryAfterSeconds, 12);
    assert.equal(problemFrom(503, 'Wed, 21 Oct 2026 07:28:00 GMT', {}).retryAfterSeconds, undefined);
    assert.equal(problemFrom(503, '-1', {}).retryAfterSeconds, undefined);
  });
});
