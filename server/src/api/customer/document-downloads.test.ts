import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, ONE_APP, type Shopper, shopper, stockShop } from '../../../test/shop.ts';
import { updateSettings } from '../../modules/accounts/index.ts';
import { documentsOfOrder } from '../../modules/documents/index.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
after(() => app.close());

async function buy({ auth, email }: Shopper): Promise<{ orderId: string; receipt: string }> {
  const { orderId, pay, show } = await checkOut(app, [ONE_APP], { ...auth });
  const paid = await app.inject({ method: 'POST', url: pay, payload: { name: 'Ann Buyer', email } });
  assert.equal(paid.json().status, 'Completed', paid.body);
  return { orderId, receipt: `${show}/receipt.pdf` };
}

test('twenty requests for a fresh receipt draw it once, and other requests are answered while they wait', async (t) => {
  const { receipt } = await buy(await shopper(app));
  const { storage } = app.ctx;
  const keep = storage.put.bind(storage);
  const beginning = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const puts = t.mock.method(storage, 'put', async (...args: Parameters<typeof keep>) => {
    beginning.resolve();
    await gate.promise;
    return keep(...args);
  });
  const answers = Promise.all(Array.from({ length: 20 }, () => app.inject({ url: receipt })));
  await beginning.promise;
  assert.equal((await app.inject({ url: receipt.replace('/receipt.pdf', '') })).statusCode, 200);
  gate.resolve();
  const files = new Set(
    (await answers).map(({ statusCode, rawPayload }) => `${statusCode} ${rawPayload.length}`),
  );
  assert.equal(files.size, 1, [...files].join());
  assert.match([...files].join(), /^200 /);
  assert.equal(puts.mock.callCount(), 1);
});

test('downloads of documents are limited by the address of the client, through every route for buyers', async () => {
  const ben = await shopper(app);
  const { orderId, receipt } = await buy(ben);
  const [first] = await documentsOfOrder(app.ctx, orderId);
  assert.ok(first);
  await updateSettings(app.ctx, { limits: { documentsPerMinute: 1 } });
  try {
    const urls = [
      `/api/customer/orders/${orderId}/receipt.pdf`,
      `/api/customer/orders/${orderId}/documents/${first.id}/pdf`,
      receipt,
      `/api/public/documents/${first.id}/none/document.pdf`,
    ];
    for (const url of urls) await app.inject({ url, headers: ben.auth });
    for (const url of urls) {
      const { statusCode, headers } = await app.inject({ url, headers: ben.auth });
      assert.equal(statusCode, 429, url);
      assert.ok(headers['retry-after'], url);
    }
  } finally {
    await updateSettings(app.ctx, { limits: { documentsPerMinute: 0 } });
  }
});
