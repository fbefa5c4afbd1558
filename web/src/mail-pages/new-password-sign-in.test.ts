import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSession } from '@latchkey/sdk';
import { signInWithNewPassword } from './new-password-sign-in.ts';

const ADA = { id: 'c-1', name: 'Ada', email: 'ada@example.com', accessToken: 'a', refreshToken: 'r' };
const BEN = { ...ADA, id: 'c-2', name: 'Ben', email: 'ben@example.com' };
const NEXT = { ...ADA, accessToken: 'next' };
const CREDENTIALS = { email: ADA.email, password: 'Violet-42-tram' };

test('a new password signs its customer in, also one whose sessions it has just ended', async () => {
  for (const signedIn of [undefined, ADA, { ...ADA, email: 'Ada@Example.com' }]) {
    const session = createSession({ signedIn });
    assert.deepEqual(await signInWithNewPassword(CREDENTIALS, session, async () => NEXT), {
      kind: 'SignedIn',
    });
    assert.deepEqual(session.signedIn(), NEXT);
  }
});

test('a new password leaves another customer signed in, and says who that is', async () => {
  const session = createSession({ signedIn: BEN });
  const outcome = await signInWithNewPassword(CREDENTIALS, session, () => assert.fail());
  assert.deepEqual(outcome, { kind: 'OtherCustomer', email: BEN.email });
  assert.deepEqual(session.signedIn(), BEN);
});

test('a customer who signs in elsewhere in the meantime stays signed in', async () => {
  const session = createSession();
  const outcome = await signInWithNewPassword(CREDENTIALS, session, async () => {
    session.begin(BEN);
    return NEXT;
  });
  assert.deepEqual(outcome, { kind: 'OtherCustomer', email: BEN.email });
  assert.deepEqual(session.signedIn(), BEN);
});

test('a new password is saved though its customer cannot be signed in, and the reason is there', async () => {
  const session = createSession();
  const failure = new TypeError('Failed to fetch');
  const outcome = await signInWithNewPassword(CREDENTIALS, session, () => Promise.reject(failure));
  assert.deepEqual(outcome, { kind: 'Failed', failure });
  assert.equal(session.signedIn(), undefined);
});
