import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionLost, UnexpectedAnswer } from './failures.ts';
import { refusal } from '../../test/refusal.ts';
import { sharedEn } from '../texts/shared-en.ts';
import { failureMessage } from './failure-message.ts';

const messageOf = (failure: Error) => failureMessage(failure, sharedEn.failure);

describe('failureMessage', () => {
  it('tells a lost connection from a failing shop', () => {
    assert.equal(messageOf(new ConnectionLost()).title, 'No connection');
    assert.equal(messageOf(refusal(500)).title, 'Something went wrong');
  });

  it('hands on the reference under which the log has the cause', () => {
    assert.equal(messageOf(refusal(500, { title: 'x', traceId: 't-1' })).reference, 't-1');
  });

  it('says how long to wait when the shop says so', () => {
    assert.equal(messageOf(refusal(429, {}, '30')).text, 'Try again in 30 seconds.');
    assert.equal(messageOf(refusal(503, {}, '150')).text, 'Try again in 3 minutes.');
    assert.equal(messageOf(refusal(503, {})).text, 'Try again in a moment.');
  });

  it('shows a refusal in the words of the shop', () => {
    const { title, text } = messageOf(refusal(409, { title: 'Conflict', detail: 'Sold out.' }));
    assert.deepEqual({ title, text }, { title: 'Conflict', text: 'Sold out.' });
  });

  it('never shows the inside of the page', () => {
    assert.doesNotMatch(messageOf(new TypeError('x is not a function')).text, /not a function/);
    assert.doesNotMatch(messageOf(new UnexpectedAnswer('checkout.status: …')).text, /status/);
  });
});
