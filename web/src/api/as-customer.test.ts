import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSession, type SignedIn } from '@latchkey/sdk';
import { refusal } from '../../../ui/test/refusal.ts';
import { asCustomer, OtherCustomer } from './as-customer.ts';

const customer = (id: string): SignedIn => ({
  id,
  name: null,
  email: `${id}@example.com`,
  accessToken: 'a',
  refreshToken: 'r',
});
const [ada, eve] = [customer('ada'), customer('eve')];

/** The session of a tab that was signed in as Ada before another tab changed it. */
function tabOf(other: SignedIn) {
  const state = { read: ada };
  const shared = { read: () => state.read, alone: (renewal: () => Promise<void>) => renewal() };
  const session = createSession({ signedIn: ada, shared });
  return { session, change: () => (state.read = other) };
}

const namesBoth = (failure: unknown) =>
  failure instanceof OtherCustomer && failure.onPage === ada.email && failure.signedIn === eve.email;

it('makes no call for a customer whom the page does not name, also before this tab has heard of the change', async () => {
  const { session, change } = tabOf(eve);
  assert.equal(await asCustomer(session, ada, () => Promise.resolve('Ada’s')), 'Ada’s');
  change();
  await assert.rejects(
    asCustomer(session, ada, () => assert.fail('called')),
    namesBoth,
  );
});

it('names both when the customer of the page was signed out during the call', async () => {
  const { session, change } = tabOf(eve);
  const signOut = () => {
    change();
    return Promise.reject(refusal(401, { errorType: 'Unauthorized', title: 'Sign in' }));
  };
  await assert.rejects(asCustomer(session, ada, signOut), namesBoth);
});

it('leaves the errors of the call as they are', async () => {
  const failure = refusal(401, { errorType: 'Unauthorized', title: 'Sign in' });
  await assert.rejects(
    asCustomer(tabOf(ada).session, ada, () => Promise.reject(failure)),
    failure,
  );
});
