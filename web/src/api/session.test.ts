import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConnectionLost, problemFrom } from './failures.ts';
import { type SessionPorts, type SignedIn, createSession } from './session.ts';

const ADA = { id: 'c-1', name: 'Ada Lovelace', email: 'ada@example.org' };

/** The pair of tokens of one generation. */
function generation(number: number, customer: SignedIn['customer'] = ADA): SignedIn {
  return { customer, accessToken: `access-${number}`, refreshToken: `refresh-${number}` };
}

const refusal = (status: number) => problemFrom(status, null, {});
const unexpected = () => assert.fail('not expected');

function memoryStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

function sessionWith(ports: Partial<SessionPorts> = {}) {
  return createSession({
    storage: memoryStorage(),
    refresh: unexpected,
    endOnServer: () => Promise.resolve(),
    ...ports,
  });
}

/** A call that the server refuses unless it carries this token. */
function wanting(accepted: string) {
  const tried: (string | undefined)[] = [];
  const call = (accessToken: string | undefined): Promise<string> => {
    tried.push(accessToken);
    return accessToken === accepted ? Promise.resolve('done') : Promise.reject(refusal(401));
  };
  return { call, tried };
}

describe('a session', () => {
  it('outlives the page in its tab, and ends with signing out', () => {
    const storage = memoryStorage();
    sessionWith({ storage }).begin(generation(1));
    const reloaded = sessionWith({ storage });
    assert.deepEqual(reloaded.state().signedIn, generation(1));
    reloaded.end();
    assert.equal(reloaded.state().signedIn, undefined);
    assert.equal(sessionWith({ storage }).state().signedIn, undefined);
  });

  it('takes nothing from a storage that holds something else', () => {
    for (const text of ['', '{', 'null', '[]', '{"accessToken":"a"}', '{"customer":{},"accessToken":1}']) {
      const storage = { ...memoryStorage(), getItem: () => text };
      assert.equal(sessionWith({ storage }).state().signedIn, undefined, text);
    }
  });

  it('works without a storage, and with one that refuses', () => {
    const refusing = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
    for (const storage of [undefined, { getItem: refusing, setItem: refusing, removeItem: refusing }]) {
      const session = sessionWith({ storage });
      session.begin(generation(1));
      assert.deepEqual(session.state().signedIn, generation(1));
    }
  });

  it('tells its listeners of every change until they leave', () => {
    const session = sessionWith();
    let changes = 0;
    const leave = session.subscribe(() => (changes += 1));
    session.begin(generation(1));
    assert.equal(session.state(), session.state());
    session.end();
    leave();
    session.begin(generation(1));
    assert.equal(changes, 2);
  });
});

describe('a call in a session', () => {
  it('carries the token, or none where nobody is signed in', async () => {
    const session = sessionWith();
    assert.equal(await session.authorised((token) => Promise.resolve(token)), undefined);
    session.begin(generation(1));
    assert.equal(await session.authorised((token) => Promise.resolve(token)), 'access-1');
  });

  it('is made once more with a renewed token, which is kept', async () => {
    const storage = memoryStorage();
    const session = sessionWith({ storage, refresh: () => Promise.resolve(generation(2)) });
    session.begin(generation(1));
    const { call, tried } = wanting('access-2');
    assert.equal(await session.authorised(call), 'done');
    assert.deepEqual(tried, ['access-1', 'access-2']);
    assert.deepEqual(sessionWith({ storage }).state().signedIn, generation(2));
  });

  it('shares one renewal with the calls beside it', async () => {
    let renewals = 0;
    const session = sessionWith({
      refresh: () => {
        renewals += 1;
        return Promise.resolve(generation(2));
      },
    });
    session.begin(generation(1));
    const { call } = wanting('access-2');
    assert.deepEqual(await Promise.all([session.authorised(call), session.authorised(call)]), [
      'done',
      'done',
    ]);
    assert.equal(renewals, 1);
  });

  it('is not made a third time', async () => {
    const session = sessionWith({ refresh: () => Promise.resolve(generation(2)) });
    session.begin(generation(1));
    const { call, tried } = wanting('never');
    await assert.rejects(session.authorised(call), { status: 401 });
    assert.deepEqual(tried, ['access-1', 'access-2']);
  });

  it('is refused, and the session over, when the token cannot be renewed', async () => {
    const session = sessionWith({ refresh: () => Promise.reject(refusal(403)) });
    session.begin(generation(1));
    const { call, tried } = wanting('access-2');
    await assert.rejects(session.authorised(call), { status: 401 });
    assert.deepEqual(tried, ['access-1'], 'nothing is done anonymously instead');
    assert.deepEqual(session.state(), { signedIn: undefined, wasEnded: true });
  });

  it('keeps the session when the renewal got no answer', async () => {
    const session = sessionWith({ refresh: () => Promise.reject(new ConnectionLost()) });
    session.begin(generation(1));
    await assert.rejects(session.authorised(wanting('access-2').call), { name: 'ConnectionLost' });
    assert.deepEqual(session.state().signedIn, generation(1));
  });

  it('renews nothing for a refusal of another kind, or for nobody', async () => {
    const session = sessionWith();
    await assert.rejects(session.authorised(wanting('access-1').call), { status: 401 });
    session.begin(generation(1));
    await assert.rejects(
      session.authorised(() => Promise.reject(refusal(403))),
      { status: 403 },
    );
  });

  it('does not sign in again who has signed out meanwhile', async () => {
    const renewal = Promise.withResolvers<SignedIn>();
    const session = sessionWith({ refresh: () => renewal.promise });
    session.begin(generation(1));
    const { call, tried } = wanting('access-2');
    const refused = assert.rejects(session.authorised(call), { status: 401 });
    await new Promise(setImmediate);
    session.end();
    renewal.resolve(generation(2));
    await refused;
    assert.deepEqual(tried, ['access-1']);
    assert.equal(session.state().signedIn, undefined);
  });

  it('is never made for another customer', async () => {
    const bob = { id: 'c-2', name: 'Bob', email: 'bob@example.org' };
    const session = sessionWith();
    session.begin(generation(1));
    const tried: (string | undefined)[] = [];
    const refused = session.authorised((token) => {
      tried.push(token);
      session.begin(generation(2, bob));
      return Promise.reject(refusal(401));
    });
    await assert.rejects(refused, { status: 401 });
    assert.deepEqual(tried, ['access-1']);
  });
});

describe('signing out', () => {
  it('tells the server, with a renewed token where the old one has expired', async () => {
    const told: string[] = [];
    const ended = Promise.withResolvers<undefined>();
    const session = sessionWith({
      refresh: () => Promise.resolve(generation(2)),
      endOnServer: (token) => {
        told.push(token);
        if (token === 'access-1') return Promise.reject(refusal(401));
        ended.resolve(undefined);
        return Promise.resolve();
      },
    });
    session.begin(generation(1));
    session.end();
    await ended.promise;
    assert.deepEqual(told, ['access-1', 'access-2']);
  });
});
