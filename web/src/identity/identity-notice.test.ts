import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { ENGLISH_FORMS } from '../../test/english-forms.ts';
import { refusal } from '../../../ui/test/refusal.ts';
import { identityDe } from './identity-de.ts';
import { sharedDe } from '@latchkey/ui/texts/shared-de.ts';
import { identityRefusal } from './identity-notice.ts';

const SIGN_UP_FIELDS = ['name', 'email', 'password'];

const noticeOf = (status: number, body: object, retryAfter?: string) =>
  identityRefusal(refusal(status, { title: 'Refused', ...body }, retryAfter), SIGN_UP_FIELDS, ENGLISH_FORMS);

describe('identityRefusal', () => {
  it('says no more of wrong credentials than the server does', () => {
    const { beside, notice } = noticeOf(400, { errorType: 'InvalidCredentials' });
    assert.deepEqual(beside, {});
    assert.equal(notice?.title, 'Email or password is wrong');
  });

  it('shows beside the field that an address is taken', () => {
    const { beside, notice } = noticeOf(409, { errorType: 'EmailInUse' });
    assert.match(beside['email'] ?? '', /Sign in instead/);
    assert.equal(notice, undefined);
  });

  it('says so in German, too', () => {
    const forms = { ...ENGLISH_FORMS, form: sharedDe.form, identity: identityDe };
    const failure = refusal(409, { title: 'Refused', errorType: 'EmailInUse' });
    const { beside } = identityRefusal(failure, SIGN_UP_FIELDS, forms);
    assert.equal(beside['email'], identityDe.emailInUse);
  });

  it('shows messages about fields beside them, and the others apart', () => {
    const errors = { password: ['must not be a common password'], address: ['is wrong'] };
    const { beside, notice } = noticeOf(400, { errors });
    assert.deepEqual(beside, { password: 'Must not be a common password.' });
    assert.deepEqual(notice?.messages, ['Is wrong.']);
  });

  it('says how long to wait after too many attempts', () => {
    const { notice } = noticeOf(429, {}, '30');
    assert.deepEqual(notice, { title: 'Too many attempts', messages: ['Try again in 30 seconds.'] });
  });

  it('asks for the confirmation that is missing', () => {
    const { notice } = noticeOf(403, { errorType: 'EmailNotConfirmed', detail: 'Open the link.' });
    assert.deepEqual(notice?.messages, ['Open the link.', 'Then sign in here.']);
  });

  it('hands on the reference of a server error, and tells a lost connection from it', () => {
    assert.match(noticeOf(500, { traceId: 't-1' }).notice?.messages.at(-1) ?? '', /t-1/);
    assert.equal(
      identityRefusal(new ConnectionLost(), SIGN_UP_FIELDS, ENGLISH_FORMS).notice?.title,
      'No connection',
    );
  });
});
