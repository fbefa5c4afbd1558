import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { merchantOf } from '../../../test/merchant.ts';
import { type Shopper, shopper, stockShop } from '../../../test/shop.ts';

let app: TestApp;
let key: { 'api-key': string };
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  key = await app.apiKey(app.demo);
});
after(() => app.close());

async function importLicense({ id }: Shopper, productId: string, expiresAt?: Date): Promise<void> {
  const payload = { ownerId: id, productId, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) };
  const response = await app.inject({ method: 'POST', url: '/api/licenses/import', headers: key, payload });
  assert.equal(response.statusCode, 200, response.body);
}

/** Whether the customer owns `synth`, and until when the response is valid. */
async function look({ auth }: Shopper): Promise<[boolean | undefined, string | null]> {
  const { products, validUntil } = (
    await app.inject({ url: '/api/customer/storefront', headers: auth })
  ).json<{
    products: { id: string; owned: boolean }[];
    validUntil: string | null;
  }>();
  return [products.find(({ id }) => id === 'synth')?.owned, validUntil];
}

test('a storefront holds until a license of its customer ends, and shows it then', async () => {
  app.system.clock.hold('it reads the storefront in the last millisecond of the license');
  const customer = await shopper(app);
  const end = new Date(app.system.clock.now().getTime() + 60_000);
  assert.deepEqual(await look(customer), [false, null]);
  await importLicense(customer, 'synth', end);
  assert.deepEqual(await look(customer), [true, end.toISOString()]);
  app.system.clock.set(new Date(end.getTime() - 1));
  assert.deepEqual(await look(customer), [true, end.toISOString()]);
  app.system.clock.set(end);
  assert.deepEqual(await look(customer), [false, null]);
});

test('customers who own the same until different moments each get their own', async () => {
  const [first, second] = [await shopper(app), await shopper(app)];
  const inMinutes = (minutes: number) => new Date(app.system.clock.now().getTime() + minutes * 60_000);
  const [soon, later] = [inMinutes(5), inMinutes(10)];
  await importLicense(first, 'synth', soon);
  await importLicense(second, 'synth', later);
  assert.deepEqual(await Promise.all([look(first), look(second)]), [
    [true, soon.toISOString()],
    [true, later.toISOString()],
  ]);
  await importLicense(first, 'synth');
  assert.deepEqual(await look(first), [true, null], 'a license that never ends outlasts the other');
});

test('the end of what no visitor sees ends an answer only where it decides a price', async () => {
  const merchant = await merchantOf(app);
  const inMinutes = (minutes: number) => new Date(app.system.clock.now().getTime() + minutes * 60_000);
  await merchant.call('POST', '/api/products', { id: 'old', name: 'Old', purchasable: false });
  const customer = await shopper(app);
  const end = inMinutes(5);
  await importLicense(customer, 'old', end);
  assert.deepEqual(await look(customer), [false, null]);

  const share = { name: 'Less', type: 'PercentageOffDiscount', percentage: 0.5 };
  const owns = (match: string) => ({ audience: { owns: { match, productIds: ['old'] } } });
  await merchant.call('POST', '/api/discounts', { id: 'loyal', ...share, ...owns('Some') });
  assert.deepEqual(await look(customer), [false, null], 'what ends does not earn the discount of owners');
  await merchant.call('POST', '/api/discounts/loyal/archive');
  assert.deepEqual(await look(customer), [false, null]);

  const [before, later] = [inMinutes(3), inMinutes(10)];
  const others = { id: 'others', ...share, ...owns('None') };
  await merchant.call('POST', '/api/discounts', { ...others, startsAt: later.toISOString() });
  assert.deepEqual(
    await look(customer),
    [false, later.toISOString()],
    'what starts after the end is seen then',
  );
  await merchant.call('PATCH', '/api/discounts/others', { startsAt: before.toISOString() });
  assert.deepEqual(await look(customer), [false, end.toISOString()], 'what has started is seen at the end');
  await merchant.call('PATCH', '/api/discounts/others', { startsAt: end.toISOString() });
  assert.deepEqual(await look(customer), [false, end.toISOString()]);
  await merchant.call('POST', '/api/discounts/others/archive');
  await merchant.call('POST', '/api/discounts', { id: 'next', ...share, ...owns('None') });
  assert.deepEqual(
    await look(customer),
    [false, end.toISOString()],
    'the discount of newcomers starts with it',
  );
  await merchant.call('POST', '/api/discounts/next/archive');
  await merchant.call('POST', '/api/discounts', { id: 'soon', ...share, startsAt: before.toISOString() });
  assert.deepEqual(
    await look(customer),
    [false, before.toISOString()],
    'a price that changes first is first',
  );
  app.system.clock.set(before);
  assert.deepEqual(await look(customer), [false, null]);
});
