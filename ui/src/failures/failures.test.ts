import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionLost, isTransient, UnexpectedAnswer } from './failures.ts';
import { refusal } from '../../test/refusal.ts';

describe('isTransient', () => {
  it('holds for a lost connection, an overloaded or a failing server', () => {
    assert(isTransient(new ConnectionLost()));
    for (const status of [429, 500, 502, 503]) assert(isTransient(refusal(status)), String(status));
  });

  it('does not hold for a refusal or an answer that makes no sense', () => {
    for (const status of [400, 401, 403, 404, 409]) assert(!isTransient(refusal(status)), String(status));
    assert(!isTransient(new UnexpectedAnswer()));
  });
});
