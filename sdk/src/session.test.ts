import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSession, sessionIdOf, type SignedIn, signedInOf, validityOf } from './session.ts';

const ADA = { id: 'c-1', name: 'Ada Lovelace', email: 'ada@example.org' };

/** The customer with the pair of tokens of one generation. */
function generation(number: number): SignedIn {
  return { ...ADA, accessToken: `access-${number}`, refreshToken: `refresh-${number}` };
}

describe('a session', () => {
  it('says who is signed in, and reports every change', () => {
    const changes: unknown[] = [];
    const session = createSession({ onChange: (...change) => changes.push(change) });
    session.begin(generation(1));
    assert.deepEqual(session.signedIn(), generation(1));
    session.end();
    assert.equal(session.signedIn(), undefined);
    assert.deepEqual(changes, [
      [generation(1), 'SignIn'],
      [undefined, 'SignOut'],
    ]);
  });

  it('does not sign in again a customer who signed out during a renewal', async () => {
    const first = generation(1);
    const session = createSession({ signedIn: first });
    const answer = Promise.withResolvers<Response>();
    const renewal = session.renew(first, () => answer.promise);
    session.end();
    answer.resolve(Response.json(generation(2)));
    assert.equal(await renewal, undefined);
    assert.equal(session.signedIn(), undefined);
  });

  it('continues when a response has no tokens', async () => {
    const first = generation(1);
    const session = createSession({ signedIn: first });
    await assert.rejects(
      session.renew(first, () => Promise.resolve(new Response('<h1>Sign in to the network</h1>'))),
      { name: 'Refusal' },
    );
    assert.equal(session.signedIn(), first);
  });

  it('continues when a firewall refuses, and ends when the server does', async () => {
    const first = generation(1);
    for (const status of [403, 404]) {
      for (const body of ['<h1>Blocked</h1>', '{}', '{"title":"Not Found"}']) {
        const session = createSession({ signedIn: first });
        const blocked = session.renew(first, () => Promise.resolve(new Response(body, { status })));
        await assert.rejects(blocked, { name: 'Refusal', status });
        assert.equal(session.signedIn(), first);
      }
      const session = createSession({ signedIn: first });
      const problem = Response.json({ errorType: 'RefreshRefused' }, { status });
      assert.equal(await session.renew(first, () => Promise.resolve(problem)), undefined);
      assert.equal(session.signedIn(), undefined);
    }
  });
});

describe('signedInOf', () => {
  it('keeps of an identity who it is, and the tokens', () => {
    const identity = { ...generation(1), userType: 'Customer', phone: '1' };
    assert.deepEqual(signedInOf(identity), generation(1));
    assert.equal(signedInOf({ ...identity, name: null })?.name, null);
  });

  it('finds nobody in anything else', () => {
    for (const body of [undefined, null, [], 'x', {}, { ...generation(1), accessToken: undefined }, ADA]) {
      assert.equal(signedInOf(body), undefined, JSON.stringify(body));
    }
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

describe('validityOf', () => {
  it('reads when a token was issued and when it is over, and nothing in anything else', () => {
    const token = (payload: string) => `h.${btoa(payload)}.s`;
    assert.deepEqual(validityOf(token('{"iat":5,"exp":905}')), { issuedAt: 5, expiresAt: 905 });
    for (const text of ['', 'x', token('{"exp":905}'), token('{"iat":5,"exp":"905"}')]) {
      assert.equal(validityOf(text), undefined, text);
    }
  });
});
