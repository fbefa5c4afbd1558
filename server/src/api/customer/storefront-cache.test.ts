import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { testContext } from '../../../test/context.ts';
import { openTestSystem, startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { buildApp } from '../../app.ts';
import { createAccount, updateSettings } from '../../modules/accounts/index.ts';
import { createProduct, updateProduct } from '../../modules/catalog/index.ts';
import { openLocation } from '../../../test/open-location.ts';
import type { App } from '../../platform/http/route/app.ts';

let app: TestApp;
let merchant: Merchant;

before(async () => {
  app = await startTestApp({ LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry' });
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD', 'JPY'] });
  merchant = await merchantOf(app);
  const variations = [{ id: 'app-once', name: 'Once', prices: { EUR: 49, USD: 55, JPY: 7_000 } }];
  await merchant.call('POST', '/api/products', { id: 'app', name: 'App', variations });
});
after(() => app.close());

const URL_OF_STOREFRONT = '/api/customer/storefront';

function ask(headers: Record<string, string> = {}, query = '') {
  return app.inject({ url: URL_OF_STOREFRONT + query, headers });
}

test('an answer that the client has is not sent again, until anything in it changes', async () => {
  const first = await ask();
  const etag = String(first.headers['etag']);
  assert.equal(first.headers['cache-control'], 'private, no-cache');
  for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await ask({ 'if-none-match': ifNoneMatch });
    const { etag: tag, 'content-type': type } = again.headers;
    assert.deepEqual([again.statusCode, again.body, tag, type], [304, '', etag, undefined], ifNoneMatch);
  }
  assert.equal((await ask({ 'if-none-match': '"other"' })).statusCode, 200);
  await merchant.call('PATCH', '/api/products/app', { tagline: 'Changed' });
  const changed = await ask({ 'if-none-match': etag });
  assert.equal(changed.statusCode, 200);
  assert.equal(changed.json().products[0].tagline, 'Changed');
});

test('a change of the settings is visible immediately', async () => {
  await updateSettings(app.ctx, { defaultCurrency: 'USD' });
  assert.equal((await ask()).json().suggestedCurrency, 'USD');
  await updateSettings(app.ctx, { defaultCurrency: 'EUR', currencies: ['EUR', 'JPY', 'USD'] });
  const { suggestedCurrency, enabledCurrencies } = (await ask()).json();
  assert.deepEqual([suggestedCurrency, enabledCurrencies], ['EUR', ['EUR', 'JPY', 'USD']]);
});

test('the currency of the client is suggested where the account sells in it', async () => {
  const suggested = async (country: string) =>
    (await ask({ 'cf-ipcountry': country })).json().suggestedCurrency;
  assert.deepEqual(
    [
      await suggested('US'),
      await suggested('JP'),
      await suggested('DE'),
      await suggested('BR'),
      await suggested('XX'),
    ],
    ['USD', 'JPY', 'EUR', 'EUR', 'EUR'],
  );
});

test('parameters that matter to no discount share one answer, whatever they say', async () => {
  const { etag } = (await ask()).headers;
  assert.equal((await ask({}, '?utm_campaign=anything&utm_term=x&unknown=y')).headers['etag'], etag);
});

test('processes that share a database see the changes of each other', async () => {
  const { system, test: opened, close } = await openTestSystem();
  const account = await createAccount(system, { id: 'demo', name: 'Demo Audio', isDefault: true });
  const { location } = opened;
  const database = await openLocation(location, { log: system.log, clock: system.clock });
  const elsewhere = { ...system, database };
  const here = await buildApp(system);
  const there = await buildApp(elsewhere);
  try {
    await createProduct(testContext(system, account), { id: 'shared', name: 'First' });
    for (const process of [here, there]) await eventuallyShows(process, 'First');
    await updateProduct(testContext(elsewhere, account), 'shared', { name: 'Second' });
    for (const process of [here, there]) await eventuallyShows(process, 'Second');
    await updateProduct(testContext(system, account), 'shared', { name: 'Third' });
    for (const process of [here, there]) await eventuallyShows(process, 'Third');
  } finally {
    await there.close();
    await database.close();
    await here.close();
    await close();
  }
});

/**
 * PostgreSQL notifies other processes within moments; a process sees its own changes immediately, and with SQLite all
 * of them.
 */
async function eventuallyShows(process: App, name: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const answer = await process.inject({ url: URL_OF_STOREFRONT, headers: { host: 'demo.latchkey.test' } });
    assert.equal(answer.statusCode, 200, answer.body);
    const firstName = answer.json().products[0]?.name;
    if (firstName === name) return;
    assert.ok(performance.now() < deadline, `still ${firstName}`);
    // Waits for the notification: cached responses alone would never leave room for it.
    await nextTurn();
  }
}

test('many concurrent visitors after a change all see it', async () => {
  await merchant.call('PATCH', '/api/products/app', { name: 'Crowded' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
  assert.deepEqual([...new Set(answers.map((answer) => answer.json().products[0].name))], ['Crowded']);
  assert.equal(new Set(answers.map(({ headers }) => headers['etag'])).size, 1);
});

test('without memory for storefronts every answer is worked out, and is the same', async () => {
  const other = await startTestApp({ LATCHKEY_STOREFRONT_CACHE_MB: '0' });
  try {
    const [first, second] = [
      await other.inject({ url: URL_OF_STOREFRONT }),
      await other.inject({ url: URL_OF_STOREFRONT }),
    ];
    assert.equal(first.statusCode, 200);
    assert.deepEqual([second.statusCode, second.body], [200, first.body]);
  } finally {
    await other.close();
  }
});
