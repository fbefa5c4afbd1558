import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SignedIn } from '@latchkey/sdk';
import { createTabSession } from './browser-session.ts';

const ADA: SignedIn = {
  id: 'c-1',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
};

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

type Storage = Parameters<typeof createTabSession>[0];

/** A session whose sign-out does not reach a server. */
function sessionWith(storage: Storage = memoryStorage()) {
  return createTabSession(storage, (session) => {
    session.end();
    return Promise.reject(new TypeError('Failed to fetch'));
  });
}

describe('the session of a tab', () => {
  it('outlives the page in its tab, and ends with signing out', () => {
    const storage = memoryStorage();
    sessionWith(storage).begin(ADA);
    const reloaded = sessionWith(storage);
    assert.deepEqual(reloaded.state().signedIn, ADA);
    reloaded.end();
    assert.deepEqual(reloaded.state(), { signedIn: undefined, wasEnded: false });
    assert.equal(sessionWith(storage).state().signedIn, undefined);
  });

  it('keeps a renewed pair, and knows when the server ended it', async () => {
    const storage = memoryStorage();
    const tab = sessionWith(storage);
    tab.begin(ADA);
    const renewed = { ...ADA, accessToken: 'access-2', refreshToken: 'refresh-2' };
    await tab.session.renew(ADA, () => Promise.resolve(Response.json(renewed)));
    assert.deepEqual(sessionWith(storage).state().signedIn, renewed);
    const current = tab.state().signedIn ?? assert.fail();
    await tab.session.renew(current, () => Promise.resolve(new Response('{}', { status: 403 })));
    assert.deepEqual(tab.state(), { signedIn: undefined, wasEnded: true });
    assert.equal(sessionWith(storage).state().signedIn, undefined);
  });

  it('takes nothing from a storage that holds something else', () => {
    for (const text of ['', '{', 'null', '[]', '{"accessToken":"a"}', '{"id":1,"accessToken":1}']) {
      const storage = { ...memoryStorage(), getItem: () => text };
      assert.equal(sessionWith(storage).state().signedIn, undefined, text);
    }
  });

  it('works without a storage, and with one that refuses', () => {
    const refuse = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
    for (const tab of [
      createTabSession(undefined, () => Promise.resolve()),
      sessionWith({ getItem: refuse, setItem: refuse, removeItem: refuse }),
    ]) {
      tab.begin(ADA);
      assert.deepEqual(tab.state().signedIn, ADA);
    }
  });

  it('tells its listeners of every change until they leave', () => {
    const tab = sessionWith();
    let changes = 0;
    const leave = tab.subscribe(() => (changes += 1));
    tab.begin(ADA);
    assert.equal(tab.state(), tab.state());
    tab.end();
    leave();
    tab.begin(ADA);
    assert.equal(changes, 2);
  });
});
