import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { customerOfSession } from './customer-of-session.ts';

const ADA = { id: 'c-1', name: 'Ada', email: 'ada@example.org', accessToken: 'a-1', refreshToken: 'r-1' };
const NOBODY = { signedIn: undefined, wasEnded: false, endedElsewhere: false };

describe('the customer of a page', () => {
  it('is gone after signing out, here or in another tab', () => {
    assert.equal(customerOfSession(NOBODY, ADA), undefined);
    assert.equal(customerOfSession({ ...NOBODY, endedElsewhere: true }, ADA), undefined);
  });

  it('may come back when the server ended the session, in whichever tab', () => {
    for (const endedElsewhere of [false, true]) {
      assert.equal(customerOfSession({ ...NOBODY, wasEnded: true, endedElsewhere }, ADA), ADA);
    }
  });

  it('is whoever is signed in, and the same object after a renewal', () => {
    const renewed = { ...ADA, accessToken: 'a-2' };
    assert.equal(customerOfSession({ ...NOBODY, signedIn: renewed }, ADA), ADA);
    const grace = { ...ADA, id: 'c-2' };
    assert.equal(customerOfSession({ ...NOBODY, signedIn: grace }, ADA), grace);
  });
});
