import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { updateSettings } from '../../src/modules/accounts/index.ts';
import { createProduct, createVariation } from '../../src/modules/catalog/index.ts';
import { testContext } from '../context.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { checkOut, patchOrder, shopper } from '../shop.ts';

let app: TestApp;
let key: { 'api-key': string };
before(async () => {
  app = await startTestApp();
  const ctx = testContext(app.system, app.demo);
  // The wanted and the unwanted product have the same price, in both currencies.
  for (const id of ['wanted', 'junk']) {
    await createProduct(ctx, { id, name: id });
    const variation = { id: `${id}-once`, name: 'Once', prices: { EUR: 6_000, USD: 6_000, JPY: 6_000 } };
    await createVariation(ctx, { type: 'Product', id }, variation);
  }
  key = await app.apiKey(app.demo);
  await updateSettings(app.ctx, { limits: { paymentsPerMinute: 0 } });
});
after(() => app.close());

const one = (id: string) => ({ type: 'Product', productId: id, variationId: `${id}-once`, quantity: 1 });

interface Summary {
  readonly currency: string;
  readonly fingerprint: string;
  readonly total: { readonly due: { readonly amount: number } };
}

/** The fields of the page that the checkout sends with a payment. */
const pageOf = ({ currency, fingerprint, total }: Summary) => ({
  currency,
  fingerprint,
  due: total.due.amount,
});

const pay = (url: string, page: object) => {
  const payload = { name: 'Vic', email: `${randomUUID()}@example.com`, ...page };
  return app.inject({ method: 'POST', url, payload });
};

/** The number of licenses. */
const licenses = async (): Promise<number> =>
  (await app.inject({ url: '/api/licenses?pageSize=100', headers: key })).json().items.length;

const CHANGES: Readonly<Record<string, object>> = {
  'other goods at the same price': { items: [one('junk')] },
  'another currency at the same number': { currency: 'USD' },
  'other goods in another currency': { currency: 'USD', items: [one('junk')] },
  'more of it': { items: [{ ...one('wanted'), quantity: 2 }] },
  'an item less': { items: [one('wanted')] },
};

for (const [change, body] of Object.entries(CHANGES)) {
  test(`who knows the id of a cart does not make its buyer pay for ${change}`, async () => {
    for (const headers of [{}, (await shopper(app)).auth]) {
      const items = change === 'an item less' ? [one('wanted'), one('junk')] : [one('wanted')];
      const { orderId, show, pay: url } = await checkOut(app, items, headers);
      const page = pageOf((await app.inject({ url: show })).json());
      const before = await licenses();
      // The stranger has only the id.
      assert.equal((await patchOrder(app, orderId, body)).statusCode, 200);
      for (const fields of [page, { fingerprint: page.fingerprint }]) {
        const refused = await pay(url, fields);
        assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OrderChanged']);
        assert.match(refused.json().detail, /Nothing was charged/);
      }
      assert.equal(await licenses(), before);
      const now = (await app.inject({ url: show })).json();
      assert.deepEqual([now.status, 'failure' in now], ['Open', false]);
      assert.equal((await pay(url, pageOf(now))).json().status, 'Completed', 'what the page shows now');
    }
  });
}

test('a page of the version before, which sends no fingerprint, pays no number of another currency that it names', async () => {
  const { orderId, pay: url } = await checkOut(app, [one('wanted')]);
  assert.equal((await patchOrder(app, orderId, { currency: 'USD' })).statusCode, 200);
  for (const fields of [{ due: 60, currency: 'EUR' }, { currency: 'EUR' }]) {
    const refused = await pay(url, fields);
    assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'PriceChanged']);
  }
  assert.equal((await pay(url, { due: 60, currency: 'USD' })).json().status, 'Completed');
});

test('an amount that the new currency cannot have is a changed order, too, and no mistake of the buyer', async () => {
  await updateSettings(app.ctx, { currencies: ['EUR', 'USD', 'JPY'] });
  const { orderId, show, pay: url } = await checkOut(app, [one('wanted')]);
  const page = pageOf((await app.inject({ url: show })).json());
  assert.equal((await patchOrder(app, orderId, { currency: 'JPY' })).statusCode, 200);
  const refused = await pay(url, { ...page, due: 60.5 });
  assert.deepEqual([refused.statusCode, refused.json().errorType], [409, 'OrderChanged']);
});

test('the same order in other words can be paid: new ids and another sequence of its lines', async () => {
  const { orderId, show, pay: url } = await checkOut(app, [one('wanted'), one('junk')]);
  const page = pageOf((await app.inject({ url: show })).json());
  const items = [one('junk'), one('wanted')].map((line) => ({ ...line, id: randomUUID() }));
  assert.equal((await patchOrder(app, orderId, { items })).statusCode, 200);
  assert.equal((await pay(url, page)).json().status, 'Completed');
});
