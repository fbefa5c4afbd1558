import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { type Shopper, shopOf } from '../../../test/inventory.ts';
import { type Merchant, merchantOf } from '../../../test/merchant.ts';
import { updateSettings } from '../../modules/accounts/index.ts';

let app: TestApp;
let shop: ReturnType<typeof shopOf>;
let vendor: Merchant;
before(async () => {
  app = await startTestApp();
  await updateSettings(app.ctx, { limits: { signUpPerMinute: 0 } });
  shop = shopOf(app);
  vendor = await merchantOf(app, app.demo, 'customers:read', 'licenses:read', 'licenses:write');
});
after(() => app.close());

interface Device {
  readonly id: string;
  readonly licenseId: string;
  readonly productId: string;
  readonly deviceSignature: string;
  readonly status: string;
}
interface Page {
  readonly items: readonly Device[];
  readonly next: string | null;
}

const devicesOf = ({ id }: Pick<Shopper, 'id'>, query = '') =>
  vendor.call<Page>('GET', `/api/customers/${id}/devices${query}`);
const namesIn = ({ items }: Page) => items.map(({ deviceSignature }) => deviceSignature);

/** A customer with a device on each of two products, the second newer. */
async function customerWithDevices() {
  const owner = await shop.shopper();
  const products = [await shop.product({ maxActivations: 2 }), await shop.product({ maxActivations: 2 })];
  for (const [index, productId] of products.entries()) {
    await shop.give(owner, productId);
    app.system.clock.advance(1_000);
    await shop.activate(owner, productId, `device-${index}`);
  }
  return { owner, products };
}

test('the devices of all licenses of a customer are listed, newest first, page by page, each with its product', async () => {
  const { owner, products } = await customerWithDevices();
  await customerWithDevices();
  const all = await devicesOf(owner);
  assert.deepEqual(namesIn(all), ['device-1', 'device-0']);
  assert.deepEqual(
    all.items.map(({ productId }) => productId),
    products.toReversed(),
  );
  const first = await devicesOf(owner, '?pageSize=1');
  assert.deepEqual(namesIn(first), ['device-1']);
  assert.deepEqual(namesIn(await vendor.call<Page>('GET', first.next ?? '')), ['device-0']);
  const byEmail = await vendor.call<Page>('GET', `/api/customers/${owner.email}/devices`);
  assert.deepEqual(byEmail, all);
});

test('a device that was released there is among those that held a seat, and no longer among the others', async () => {
  const { owner } = await customerWithDevices();
  const [newest] = (await devicesOf(owner)).items;
  const path = `/api/licenses/${newest?.licenseId ?? ''}/activations/${newest?.id ?? ''}/revoke`;
  await vendor.call('POST', path, { reason: 'Sold' });
  assert.deepEqual(namesIn(await devicesOf(owner, '?status=Active')), ['device-0']);
  assert.deepEqual(namesIn(await devicesOf(owner, '?status=Revoked')), ['device-1']);
  assert.equal((await devicesOf(owner)).items.length, 2);
});

test('devices of another account, and for whoever may not read licenses, are not shown', async () => {
  const { owner } = await customerWithDevices();
  const path = `/api/customers/${owner.id}/devices`;
  assert.equal((await (await merchantOf(app, app.other)).send('GET', path)).statusCode, 404);
  for (const scope of ['customers:read', 'licenses:read']) {
    const merchant = await merchantOf(app, app.demo, scope);
    assert.equal((await merchant.send('GET', path)).statusCode, 403, scope);
  }
  assert.equal((await vendor.send('GET', `${path}?status=Any`)).statusCode, 400);
});
