import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { refusal } from '../../../ui/test/refusal.ts';
import { activationEn } from './activation-en.ts';
import { sharedEn } from '@latchkey/ui/texts/shared-en.ts';
import { decisionNotice } from './decision-notice.ts';

const noticeOf = (failure: Error) => decisionNotice(failure, activationEn.notice, sharedEn.failure);

describe('decisionNotice', () => {
  it('promises that trying again costs nothing when the connection is lost', () => {
    assert.match(noticeOf(new ConnectionLost())?.messages.join(' ') ?? '', /never uses a second/);
  });

  it('says why the shop refused, in its words', () => {
    const conflict = refusal(409, { title: 'All activations are in use', detail: 'All 3 are.' });
    assert.deepEqual(noticeOf(conflict), {
      title: 'All activations are in use',
      messages: ['All 3 are.'],
    });
  });

  it('leaves a session that is over to the page', () => {
    assert.equal(noticeOf(refusal(401, {})), undefined);
  });

  it('hands on the reference of a server error', () => {
    const failure = refusal(500, { traceId: 't-1' });
    assert.match(noticeOf(failure)?.messages.at(-1) ?? '', /t-1/);
  });
});
