import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Application,
  type ApplicationOptions,
  isProblem,
  openApplication,
  systemTime,
} from '../../sdk/src/application/index.ts';
import { memoryStorage } from '../../sdk/src/application/storage.ts';
import { startTestApp, type TestApp } from './harness.ts';
import { type Shopper, shopOf } from './inventory.ts';
import { sendThrough } from './sdk-transport.ts';

/** The password of the customers of `shopOf`. */
const PASSWORD = 'Correct-Horse-7-Battery';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let pem: string;
let requests: string[] = [];
const opened = new Set<Application>();

before(async () => {
  app = await startTestApp();
  shop = shopOf(app);
  pem = (await app.inject({ url: '/api/public/license-key.pem' })).body;
});
after(async () => {
  await Promise.all([...opened].map((each) => each.close()));
  await app.close();
});

/** An application on a device; those with the same storage are processes of one device. */
async function open(productId: string, options: Partial<ApplicationOptions> = {}): Promise<Application> {
  const send = sendThrough(app, (line) => requests.push(line));
  const application = await openApplication({
    baseUrl: 'http://demo.latchkey.test',
    accountId: 'demo',
    productId,
    device: { name: 'Studio', signature: 'studio' },
    keys: { pem },
    storage: memoryStorage(),
    time: { ...systemTime, now: () => app.system.clock.now().getTime() },
    fetch: (url, init) => send(new Request(url, init)),
    ...options,
  });
  opened.add(application);
  return application;
}

async function owner(): Promise<{ customer: Shopper; productId: string }> {
  const productId = await shop.product({ maxActivations: 1 });
  const customer = await shop.shopper();
  await shop.give(customer, productId);
  return { customer, productId };
}

async function activationsOf({ headers }: Shopper, productId: string): Promise<readonly string[]> {
  const url = `/api/customer/inventory/products/${productId}/licenses/activations`;
  const { items }: { items: { id: string; status: string }[] } = (await app.inject({ url, headers })).json();
  return items.filter(({ status }) => status === 'Active').map(({ id }) => id);
}

test('email and password activate a device, and leave no session behind', async () => {
  const { customer, productId } = await owner();
  const { email } = customer;
  const application = await open(productId);
  await assert.rejects(application.requestLicense({ email, password: 'Wrong-1-word' }), (failure) =>
    isProblem(failure, 'InvalidCredentials'),
  );
  assert.equal(application.state().status, 'Unlicensed');
  requests = [];
  const state = await application.requestLicense({ email, password: PASSWORD });
  assert(state.status === 'Active');
  assert.equal(state.license.owner?.email, email);
  assert.deepEqual(
    requests.map((line) => line.replace(/[^/]{20,}$/, '…')),
    [
      'POST /api/customer/identity/sign-in',
      `POST /api/client/licenses/${productId}/request`,
      'DELETE /api/customer/identity/sessions/…',
    ],
  );
  const sessions = await app.inject({
    url: '/api/customer/identity/sessions',
    headers: customer.headers,
  });
  assert.equal(sessions.json().items.length, 1, 'that of the test');
});

test('the session of email and password ends also when there is no license to get', async () => {
  const productId = await shop.product();
  const { email, headers } = await shop.shopper();
  const application = await open(productId);
  await assert.rejects(application.requestLicense({ email, password: PASSWORD }), (failure) =>
    isProblem(failure, 'ProductNotOwned'),
  );
  const sessions = await app.inject({ url: '/api/customer/identity/sessions', headers });
  assert.equal(sessions.json().items.length, 1);
});

test('a license that is forgotten keeps its seat, which the device gets again', async () => {
  const { customer, productId } = await owner();
  const storage = memoryStorage();
  const application = await open(productId, { storage });
  const first = await application.requestLicense({ email: customer.email, password: PASSWORD });
  requests = [];
  assert.deepEqual(await application.forget(), { status: 'Unlicensed', isLicensed: false });
  assert.equal(await storage.read(), undefined);
  assert.deepEqual(requests, [], 'the server hears nothing of it');
  await assert.rejects(application.validate(), { code: 'NoLicense' });
  assert.equal((await activationsOf(customer, productId)).length, 1);
  const other = await open(productId, { device: { name: 'Laptop', signature: 'laptop' } });
  await assert.rejects(other.requestLicense({ email: customer.email, password: PASSWORD }), (failure) =>
    isProblem(failure, 'NoFreeActivations'),
  );
  const again = await application.requestLicense({ email: customer.email, password: PASSWORD });
  assert('license' in first && 'license' in again);
  assert.equal(again.license.id, first.license.id);
});

test('two processes on one storage have one license: what one of them does, the other one sees', async () => {
  app.system.clock.hold('it compares the times of two validations with the clock');
  const { customer, productId } = await owner();
  const storage = memoryStorage();
  const [one, other] = [await open(productId, { storage }), await open(productId, { storage })];
  const credentials = { email: customer.email, password: PASSWORD };
  const both = await Promise.all([one.requestLicense(credentials), other.requestLicense(credentials)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['Active', 'Active'],
  );
  assert.equal((await activationsOf(customer, productId)).length, 1);
  app.system.clock.advance(60_000);
  await Promise.all([one.validate(), other.validate()]);
  const states = [await one.reload(), await other.reload()];
  const times = states.map((state) => 'license' in state && state.license.validatedAt);
  assert.deepEqual(times, [app.system.clock.now().getTime(), app.system.clock.now().getTime()]);
  await one.release();
  assert.equal(other.state().status, 'Active', 'it has not looked yet');
  assert.equal((await other.reload()).status, 'Unlicensed');
  assert.deepEqual(await activationsOf(customer, productId), []);
});
