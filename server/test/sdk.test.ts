import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, mock, test } from 'node:test';
import {
  answerOf,
  type Client,
  createClient,
  createSession,
  isProblem,
  pageAfter,
  Refusal,
  type Session,
  type SessionChange,
  type SignedIn,
  signedInOf,
  signOut,
  TEXT,
} from '../../sdk/src/index.ts';
import { startTestApp, TEST_START, type TestApp } from './harness.ts';
import { sendThrough } from './sdk-transport.ts';
import { stockShop } from './shop.ts';

const PASSWORD = 'Violet-42-tram';
const ACCESS_TOKEN_LIFE_MS = 15 * 60_000;

let app: TestApp;
let requests: string[] = [];
before(async () => {
  app = await startTestApp();
  // The clock of the client stays behind that of the server, except where a test sets it.
  mock.timers.enable({ apis: ['Date'], now: TEST_START });
  await stockShop(app, app.demo);
});
after(async () => {
  mock.timers.reset();
  await app.close();
});

/** Sends a request of the SDK to the test application. */
function send(request: Request): Promise<Response> {
  return sendThrough(app, (line) => requests.push(line))(request);
}

interface Visitor {
  readonly client: Client;
  readonly session: Session;
  readonly changes: SessionChange[];
  readonly email: string;
}

/** A customer who has signed up with the SDK. */
async function visitor(): Promise<Visitor> {
  const changes: SessionChange[] = [];
  const session = createSession({ onChange: (_signedIn, change) => changes.push(change) });
  const client = createClient({ baseUrl: 'http://demo.latchkey.test', session, fetch: send });
  const email = `${randomUUID()}@example.com`;
  const body = { name: 'Ada', email, password: PASSWORD };
  session.begin(signedIn(await answerOf(client.POST('/api/customer/identity/sign-up', { body }))));
  requests = [];
  return { client, session, changes, email };
}

function signedIn(identity: unknown): SignedIn {
  return signedInOf(identity) ?? assert.fail('nobody is signed in');
}

test('answers have their types, and bodies of text are sent as text', async () => {
  const { client, email } = await visitor();
  const storefront = await answerOf(client.GET('/api/customer/storefront'));
  // Arrays are arrays to the compiler, too.
  assert.ok(storefront?.products.map(({ id }) => id).includes('app'));
  const customer = await answerOf(
    client.POST('/api/customer/identity/sign-in', { ...TEXT, params: { query: { email } }, body: PASSWORD }),
  );
  assert.equal(customer?.email, email);
});

test('a refusal is a problem with its code, and its message a sentence for people', async () => {
  const { client, email } = await visitor();
  const call = client.POST('/api/customer/identity/sign-up', {
    body: { name: 'Eve', email, password: PASSWORD },
  });
  const { error } = await call;
  // The compiler checks the codes of this operation.
  assert.ok(error !== undefined && error.errorType === 'EmailInUse');
  await assert.rejects(answerOf(call), (failure) => {
    assert.equal(isProblem(failure, 'NotFound'), false);
    assert.ok(isProblem(failure, 'EmailInUse'));
    assert.equal(failure.status, 409);
    assert.match(failure.message, /^Another customer uses this email address\./);
    return true;
  });
});

test('an error that is not a problem is a refusal anyway', async () => {
  const proxy = async (): Promise<Response> =>
    new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '7' } });
  const client = createClient({ baseUrl: 'http://demo.latchkey.test', fetch: proxy });
  await assert.rejects(answerOf(client.GET('/api/customer/storefront')), (failure) => {
    assert.ok(!isProblem(failure) && failure instanceof Refusal);
    assert.match(failure.message, /502/);
    assert.equal(failure.retryAfterSeconds, 7);
    return true;
  });
});

test('calls with an expired access token renew it once together, and succeed', async () => {
  const { client, session, changes } = await visitor();
  const first = session.signedIn();
  app.system.clock.advance(ACCESS_TOKEN_LIFE_MS + 1_000);
  const calls = [1, 2, 3].map(() => answerOf(client.GET('/api/customer/meta/user')));
  for (const customer of await Promise.all(calls)) assert.equal(customer?.userType, 'Customer');
  assert.equal(requests.filter((line) => line.endsWith('/refresh')).length, 1);
  assert.notEqual(session.signedIn()?.refreshToken, first?.refreshToken);
  assert.deepEqual(changes, ['SignIn', 'Renewal']);
});

test('a page that anybody may read is read again as the customer, when the token is over', async () => {
  const { client } = await visitor();
  app.system.clock.advance(ACCESS_TOKEN_LIFE_MS + 1_000);
  await answerOf(client.GET('/api/customer/storefront'));
  assert.deepEqual(requests, [
    'GET /api/customer/storefront',
    'POST /api/customer/identity/refresh',
    'GET /api/customer/storefront',
  ]);
});

test('a change is sent again whole after the renewal', async () => {
  const { client } = await visitor();
  app.system.clock.advance(ACCESS_TOKEN_LIFE_MS + 1_000);
  const customer = await answerOf(client.PATCH('/api/customer/identity', { body: { name: 'Ada Demo' } }));
  assert.equal(customer?.name, 'Ada Demo');
});

test('the customer is signed out when the session is over, and the refusal is the answer', async () => {
  const { client, session, changes } = await visitor();
  session.begin({ ...signedIn(session.signedIn()), refreshToken: 'no-such-token' });
  app.system.clock.advance(ACCESS_TOKEN_LIFE_MS + 1_000);
  await assert.rejects(answerOf(client.GET('/api/customer/meta/user')), (failure) =>
    isProblem(failure, 'Unauthorized'),
  );
  assert.equal(session.signedIn(), undefined);
  assert.equal(changes.at(-1), 'End');
});

test('the customer stays signed in when the renewal fails in any other way, and the call says how', async () => {
  const { session } = await visitor();
  const before = session.signedIn();
  const failing = (renewal: () => Promise<Response>): Client =>
    createClient({
      baseUrl: 'http://demo.latchkey.test',
      session,
      fetch: async (request) =>
        request.url.includes('/refresh') ? renewal() : new Response('{}', { status: 401 }),
    });
  for (const status of [400, 401, 429, 500, 503]) {
    const client = failing(async () => new Response('{}', { status }));
    await assert.rejects(client.GET('/api/customer/meta/user'), { name: 'Refusal', status });
    assert.equal(session.signedIn(), before, String(status));
  }
  const offline = failing(() => Promise.reject(new TypeError('Failed to fetch')));
  await assert.rejects(offline.GET('/api/customer/meta/user'), TypeError);
  assert.equal(session.signedIn(), before);
});

test('a page that anybody may read is there although the token cannot be renewed', async () => {
  const { session } = await visitor();
  app.system.clock.advance(ACCESS_TOKEN_LIFE_MS + 1_000);
  const client = createClient({
    baseUrl: 'http://demo.latchkey.test',
    session,
    fetch: async (request) =>
      request.url.includes('/refresh') ? new Response('{}', { status: 503 }) : send(request),
  });
  assert.ok((await answerOf(client.GET('/api/customer/storefront')))?.products.length);
});

test('a call is never sent again for another customer, nor for one who has signed out meanwhile', async () => {
  const { session: other } = await visitor();
  for (const next of [signedIn(other.signedIn()), undefined]) {
    const { client, session } = await visitor();
    app.system.clock.advance(ACCESS_TOKEN_LIFE_MS + 1_000);
    const call = client.GET('/api/customer/meta/user');
    if (next === undefined) session.end();
    else session.begin(next);
    assert.equal((await call).response.status, 401);
    assert.equal(requests.filter((line) => line.endsWith('/meta/user')).length, 1);
    assert.equal(session.signedIn(), next);
  }
});

test('signing out ends the session on the server, too, also with a token that is over', async () => {
  for (const wait of [0, ACCESS_TOKEN_LIFE_MS + 1_000]) {
    const { session, changes } = await visitor();
    const before = signedIn(session.signedIn());
    app.system.clock.advance(wait);
    const ended = signOut({ baseUrl: 'http://demo.latchkey.test', session, fetch: send });
    assert.equal(session.signedIn(), undefined, 'here at once');
    await ended;
    assert.equal(changes.at(-1), 'SignOut');
    const again = createSession({ signedIn: before });
    const client = createClient({ baseUrl: 'http://demo.latchkey.test', session: again, fetch: send });
    await assert.rejects(answerOf(client.GET('/api/customer/meta/user')), { status: 401 });
    assert.equal(again.signedIn(), undefined);
  }
});

test('a list is read page by page', async () => {
  const { client, email } = await visitor();
  const query = { email };
  await client.POST('/api/customer/identity/sign-in', { ...TEXT, params: { query }, body: PASSWORD });
  const pages: string[][] = [];
  let after: { readonly paginationToken: string } | undefined;
  do {
    const params = { query: { pageSize: 1, ...after } };
    const page = await answerOf(client.GET('/api/customer/identity/sessions', { params }));
    assert.ok(page);
    pages.push(page.items.map(({ id }) => id));
    after = pageAfter(page);
  } while (after !== undefined);
  assert.equal(new Set(pages.flat()).size, 2);
});

test('a call keeps the credential that it brings', async () => {
  const { session } = await visitor();
  const tokens: (string | null)[] = [];
  const listening = (request: Request): Promise<Response> => {
    tokens.push(request.headers.get('authorization'));
    return send(request);
  };
  const client = createClient({ baseUrl: 'http://demo.latchkey.test', session, fetch: listening });
  await client.GET('/api/customer/storefront', { headers: { authorization: 'LicenseToken none' } });
  await client.GET('/api/customer/storefront');
  assert.deepEqual(tokens, ['LicenseToken none', `Bearer ${session.signedIn()?.accessToken}`]);
});

test('a change is made by the customer, however late, and whatever clock the client has', async (t) => {
  t.after(() => mock.timers.setTime(TEST_START.getTime()));
  for (const ahead of [-ACCESS_TOKEN_LIFE_MS, 0, 10 * ACCESS_TOKEN_LIFE_MS]) {
    mock.timers.setTime(app.system.clock.now().getTime() + ahead);
    const { client } = await visitor();
    app.system.clock.advance(ACCESS_TOKEN_LIFE_MS + 1_000);
    mock.timers.tick(ACCESS_TOKEN_LIFE_MS + 1_000);
    const path = { orderId: randomUUID() };
    const patch = () =>
      answerOf(client.PATCH('/api/customer/orders/{orderId}', { params: { path }, body: {} }));
    await patch();
    await patch();
    const change = `PATCH /api/customer/orders/${path.orderId}`;
    const renewal = 'POST /api/customer/identity/refresh';
    // Only the response informs a client whose clock is behind.
    assert.deepEqual(requests, [...(ahead < 0 ? [change] : []), renewal, change, change], String(ahead));
    const { client: stranger } = await visitor();
    const call = stranger.PATCH('/api/customer/orders/{orderId}', { params: { path }, body: {} });
    await assert.rejects(answerOf(call), (failure) => isProblem(failure, 'OrderOfAnotherCustomer'));
  }
});

test('a change is not made by a stranger because the token cannot be renewed', async (t) => {
  t.after(() => mock.timers.setTime(TEST_START.getTime()));
  mock.timers.setTime(app.system.clock.now().getTime());
  const { session } = await visitor();
  mock.timers.tick(ACCESS_TOKEN_LIFE_MS);
  const paths: string[] = [];
  const client = createClient({
    baseUrl: 'http://demo.latchkey.test',
    session,
    fetch: async ({ url }) => {
      paths.push(new URL(url).pathname);
      return new Response('{}', { status: 503 });
    },
  });
  const params = { path: { orderId: randomUUID() } };
  await assert.rejects(client.PATCH('/api/customer/orders/{orderId}', { params, body: {} }), { status: 503 });
  assert.deepEqual(paths, ['/api/customer/identity/refresh']);
  assert.ok(session.signedIn());
});

test('the Core API is called with an API key', async () => {
  const { 'api-key': apiKey } = await app.apiKey(app.demo, 'products:read');
  const client = createClient({ baseUrl: 'http://demo.latchkey.test/', apiKey, fetch: send });
  const page = await answerOf(client.GET('/api/products', { params: { query: { pageSize: 1 } } }));
  assert.equal(page?.items.length, 1);
});
