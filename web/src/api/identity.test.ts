import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnexpectedAnswer } from './answer.ts';
import { readAwaitedProof, readSignUpOutcome, readSignedIn, sessionIdOf } from './identity.ts';

const ANSWER = {
  id: 'c-1',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  accessToken: 'a.b.c',
  refreshToken: 'r',
};

const SIGNED_IN = {
  customer: { id: 'c-1', name: 'Ada Lovelace', email: 'ada@example.org' },
  accessToken: 'a.b.c',
  refreshToken: 'r',
};

describe('readSignedIn', () => {
  it('reads who it is and the tokens', () => {
    assert.deepEqual(readSignedIn(ANSWER), SIGNED_IN);
    assert.equal(readSignedIn({ ...ANSWER, name: null }).customer.name, undefined);
  });

  it('refuses an identity without tokens', () => {
    assert.throws(() => readSignedIn({ ...ANSWER, accessToken: undefined }), UnexpectedAnswer);
  });
});

describe('readSignUpOutcome', () => {
  it('tells a customer who is signed in from one who has to confirm the email first', () => {
    assert.deepEqual(readSignUpOutcome(ANSWER), { status: 'SignedIn', signedIn: SIGNED_IN });
    assert.deepEqual(readSignUpOutcome({ status: 'activation_pending', email: 'ada@example.org' }), {
      status: 'ConfirmationPending',
      email: 'ada@example.org',
    });
  });

  it('refuses what it does not know', () => {
    assert.throws(() => readSignUpOutcome({ status: 'other', email: 'x' }), UnexpectedAnswer);
  });
});

describe('readAwaitedProof', () => {
  it('reads what waits for the proof of an address', () => {
    const message = 'Confirm your email address to get Demo App.';
    assert.deepEqual(readAwaitedProof({ ...ANSWER, awaitsProof: { products: ['demo-app'], message } }), {
      productIds: ['demo-app'],
      message,
    });
    assert.equal(readAwaitedProof(ANSWER), null);
  });

  it('refuses what it does not know', () => {
    assert.throws(() => readAwaitedProof({ awaitsProof: { products: [1], message: 'x' } }), UnexpectedAnswer);
  });
});

describe('sessionIdOf', () => {
  const token = (payload: string) => `h.${Buffer.from(payload).toString('base64url')}.s`;

  it('reads the session of an access token', () => {
    assert.equal(sessionIdOf(token('{"sub":"ü?>","sid":"s-1"}')), 's-1');
  });

  it('finds none in anything else', () => {
    for (const text of ['', 'a.b.c', 'x', token('[]'), token('{}'), token('{"sid":3}')]) {
      assert.equal(sessionIdOf(text), undefined, text);
    }
  });
});
