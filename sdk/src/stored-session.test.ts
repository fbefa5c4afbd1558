import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SignedIn } from './session.ts';
import { memoryStorage } from './storage.ts';
import { createStoredSession } from './stored-session.ts';

const ADA = { id: 'c-1', name: 'Ada Lovelace', email: 'ada@example.org' };

/** The customer with the pair of tokens of one generation. */
function generation(number: number): SignedIn {
  return { ...ADA, accessToken: `access-${number}`, refreshToken: `refresh-${number}` };
}

const FIRST = generation(1);
const SECOND = generation(2);

/** A server that returns the next pair, and counts the renewals. */
function renewals(response: () => Response | Promise<Response> = () => Response.json(SECOND)) {
  let count = 0;
  return {
    count: () => count,
    exchange: async (): Promise<Response> => {
      count += 1;
      return response();
    },
  };
}

/** The server reports the end of the session. */
const refused = (): Promise<Response> =>
  Promise.resolve(Response.json({ errorType: 'RefreshRefused' }, { status: 403 }));

describe('the session of a browser', () => {
  it('outlives the page, and ends with signing out', () => {
    const storage = memoryStorage();
    createStoredSession(storage).begin(FIRST);
    const reloaded = createStoredSession(storage);
    assert.deepEqual(reloaded.state().signedIn, FIRST);
    reloaded.end();
    assert.deepEqual(reloaded.state(), { signedIn: undefined, wasEnded: false, endedElsewhere: false });
    assert.equal(createStoredSession(storage).state().signedIn, undefined);
  });

  it('keeps a renewed pair, and knows when the server ended it', async () => {
    const storage = memoryStorage();
    const tab = createStoredSession(storage);
    tab.begin(FIRST);
    await tab.renew(FIRST, renewals().exchange);
    assert.deepEqual(createStoredSession(storage).state().signedIn, SECOND);
    const current = tab.signedIn() ?? assert.fail();
    await tab.renew(current, refused);
    assert.deepEqual(tab.state(), { signedIn: undefined, wasEnded: true, endedElsewhere: false });
    assert.equal(createStoredSession(storage).state().signedIn, undefined);
  });

  it('takes nothing from a storage that holds something else', () => {
    for (const text of ['', '{', 'null', '[]', '{"accessToken":"a"}', '{"id":1,"accessToken":1}']) {
      const storage = { ...memoryStorage(), getItem: () => text };
      assert.equal(createStoredSession(storage).state().signedIn, undefined, text);
    }
  });

  it('works with a storage that refuses, that is full, or that forgets', async () => {
    const refuse = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
    for (const storage of [
      { getItem: refuse, setItem: refuse, removeItem: refuse },
      { ...memoryStorage(), setItem: refuse },
      { ...memoryStorage(), setItem: () => undefined },
    ]) {
      const tab = createStoredSession(storage);
      tab.begin(FIRST);
      tab.synchronize();
      assert.deepEqual(tab.state().signedIn, FIRST);
      assert.deepEqual(await tab.renew(FIRST, renewals().exchange), SECOND);
      tab.end();
      assert.equal(tab.signedIn(), undefined);
    }
  });

  it('tells its listeners of every change until they leave', () => {
    const tab = createStoredSession(memoryStorage());
    let changes = 0;
    const leave = tab.subscribe(() => (changes += 1));
    tab.begin(FIRST);
    assert.equal(tab.state(), tab.state());
    tab.end();
    leave();
    tab.begin(FIRST);
    assert.equal(changes, 2);
  });
});

describe('tabs that share a session', () => {
  /** Two tabs in which Ada is signed in. */
  function twoTabs() {
    const storage = memoryStorage();
    createStoredSession(storage).begin(FIRST);
    const [one, other] = [createStoredSession(storage), createStoredSession(storage)];
    return {
      one,
      other,
      pairs: [one.signedIn() ?? assert.fail(), other.signedIn() ?? assert.fail()] as const,
    };
  }

  it('renew the tokens once for all', async () => {
    const { one, other, pairs } = twoTabs();
    const answer = Promise.withResolvers<Response>();
    const server = renewals(() => answer.promise);
    const both = [one.renew(pairs[0], server.exchange), other.renew(pairs[1], server.exchange)];
    answer.resolve(Response.json(SECOND));
    assert.deepEqual(await Promise.all(both), [SECOND, SECOND]);
    assert.equal(server.count(), 1);
  });

  it('renew the tokens in turn where the first renewal fails', async () => {
    const { one, other, pairs } = twoTabs();
    const broken = renewals(() => Promise.reject(new TypeError('Failed to fetch')));
    const failing = one.renew(pairs[0], broken.exchange);
    const renewed = other.renew(pairs[1], renewals().exchange);
    await assert.rejects(failing, TypeError);
    assert.equal(broken.count(), 1);
    assert.deepEqual(await renewed, SECOND);
  });

  it('work without locks: a tab uses the pair that another has renewed before', async (t) => {
    t.mock.getter(navigator, 'locks', () => undefined);
    const { one, other, pairs } = twoTabs();
    await one.renew(pairs[0], renewals().exchange);
    const server = renewals();
    assert.deepEqual(await other.renew(pairs[1], server.exchange), SECOND);
    assert.equal(server.count(), 0);
  });

  it('are not held up by a tab that hangs with the lock', async (t) => {
    t.mock.method(navigator.locks, 'request', () => Promise.reject(new DOMException('', 'TimeoutError')));
    const patience = t.mock.method(AbortSignal, 'timeout');
    const { one, pairs } = twoTabs();
    assert.deepEqual(await one.renew(pairs[0], renewals().exchange), SECOND);
    // The server repeats for 10 seconds the renewal that the other tab may have made.
    assert.deepEqual(patience.mock.calls[0]?.arguments, [3_000]);
  });

  it('end together, and nobody is signed in again by a renewal that comes too late', async () => {
    const { one, other, pairs } = twoTabs();
    const answer = Promise.withResolvers<Response>();
    const isSent = Promise.withResolvers<void>();
    const renewed = other.renew(pairs[1], () => {
      isSent.resolve();
      return answer.promise;
    });
    await isSent.promise;
    one.end();
    answer.resolve(Response.json(SECOND));
    assert.equal(await renewed, undefined);
    assert.deepEqual(other.state(), { signedIn: undefined, wasEnded: false, endedElsewhere: true });
    other.synchronize();
    assert.equal(one.signedIn(), undefined);
  });

  it('know from each other whether the server ended the session or the customer signed out', async () => {
    const { one, other, pairs } = twoTabs();
    await one.renew(pairs[0], refused);
    other.synchronize();
    assert.deepEqual(other.state(), { signedIn: undefined, wasEnded: true, endedElsewhere: true });
    other.begin(SECOND);
    one.synchronize();
    assert.deepEqual(one.state(), { signedIn: SECOND, wasEnded: false, endedElsewhere: false });
    one.end();
    other.synchronize();
    assert.deepEqual(other.state(), { signedIn: undefined, wasEnded: false, endedElsewhere: true });
  });

  it('hear of each other by events of the page, until they are closed', (t) => {
    const page = new EventTarget();
    Object.assign(globalThis, { window: page });
    t.after(() => Reflect.deleteProperty(globalThis, 'window'));
    const { one, other } = twoTabs();
    one.end();
    assert.deepEqual(other.signedIn(), FIRST);
    page.dispatchEvent(new Event('storage'));
    assert.deepEqual(other.state(), { signedIn: undefined, wasEnded: false, endedElsewhere: true });
    one.begin(SECOND);
    page.dispatchEvent(new Event('pageshow'));
    assert.deepEqual(other.state(), { signedIn: SECOND, wasEnded: false, endedElsewhere: false });
    other.close();
    one.end();
    page.dispatchEvent(new Event('storage'));
    assert.deepEqual(other.signedIn(), SECOND);
  });
});
