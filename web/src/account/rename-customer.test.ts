import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStoredSession, memoryStorage } from '@latchkey/sdk';
import { renameCustomer } from './rename-customer.ts';

const ADA = { id: 'c-1', name: 'Ada', email: 'ada@example.org', accessToken: 'a-1', refreshToken: 'r-1' };
const PROFILE = { id: 'c-1', name: 'Ada Lovelace', email: 'lovelace@example.org' };

describe('a customer with another name', () => {
  /** The session of a tab after another tab has changed it. */
  function sessionAfter(change: (other: ReturnType<typeof createStoredSession>) => void) {
    const storage = memoryStorage();
    createStoredSession(storage).begin(ADA);
    const tab = createStoredSession(storage);
    change(createStoredSession(storage));
    renameCustomer(tab, PROFILE);
    assert.deepEqual(createStoredSession(storage).signedIn(), tab.signedIn());
    return tab.signedIn();
  }

  it('keeps the tokens that another tab has renewed', () => {
    const next = { ...ADA, accessToken: 'a-2', refreshToken: 'r-2' };
    assert.deepEqual(
      sessionAfter((other) => other.begin(next)),
      { ...next, ...PROFILE },
    );
  });

  it('is not signed in again, and lends no name to somebody else', () => {
    const grace = { ...ADA, id: 'c-2', name: 'Grace', email: 'grace@example.org' };
    assert.equal(
      sessionAfter((other) => other.end()),
      undefined,
    );
    assert.deepEqual(
      sessionAfter((other) => other.begin(grace)),
      grace,
    );
  });
});
