import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionLost, UnexpectedAnswer } from '../api/failures.ts';
import { refusal } from '../../test/refusal.ts';
import { failureMessage } from './failure-message.ts';

describe('failureMessage', () => {
  it('tells a lost connection from a failing shop', () => {
    assert.equal(failureMessage(new ConnectionLost()).title, 'No connection');
    assert.equal(failureMessage(refusal(500)).title, 'Something went wrong');
  });

  it('hands on the reference under which the log has the cause', () => {
    assert.equal(failureMessage(refusal(500, { title: 'x', traceId: 't-1' })).reference, 't-1');
  });

  it('says how long to wait when the shop says so', () => {
    assert.equal(failureMessage(refusal(429, {}, '30')).text, 'Try again in 30 seconds.');
    assert.equal(failureMessage(refusal(503, {}, '150')).text, 'Try again in 3 minutes.');
    assert.equal(failureMessage(refusal(503, {})).text, 'Try again in a moment.');
  });

  it('shows a refusal in the words of the shop', () => {
    const { title, text } = failureMessage(refusal(409, { title: 'Conflict', detail: 'Sold out.' }));
    assert.deepEqual({ title, text }, { title: 'Conflict', text: 'Sold out.' });
  });

  it('never shows the inside of the page', () => {
    assert.doesNotMatch(failureMessage(new TypeError('x is not a function')).text, /not a function/);
    assert.doesNotMatch(failureMessage(new UnexpectedAnswer('checkout.status: …')).text, /status/);
  });
});
