import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { checkOut, type Shopper, stockShop } from '../../../test/shop.ts';
import { CONSENT } from '../../../test/taxed-checkout.ts';
import { upgradeShop } from '../../../test/upgrade-shop.ts';

const BERLIN = { countryCode: 'DE', streetAddress1: 'Weg 1', postCode: '10115', locality: 'Berlin' };
const HOUR_MS = 3_600_000;

let app: TestApp;
let shop: Awaited<ReturnType<typeof upgradeShop>>;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  shop = await upgradeShop(app);
});
after(() => app.close());

/** A device that has a license, and asks for its token again with `validate`. */
async function device(owner: Shopper, productId: string) {
  const payload = { deviceName: 'Laptop', deviceSignature: randomUUID() };
  const url = `/api/client/licenses/${productId}/request`;
  const answer = await app.inject({ method: 'POST', url, payload, headers: owner.auth });
  assert.equal(answer.statusCode, 200, answer.body);
  const token = answer.body.replaceAll('"', '');
  return {
    validate: async () => {
      const again = await app.inject({
        method: 'POST',
        url: `/api/client/licenses/${productId}/validate`,
        headers: { 'content-type': 'text/plain' },
        payload: token,
      });
      assert.equal(again.statusCode, 200, again.body);
    },
  };
}

test('an upgrade is used once a device has used the license since', async () => {
  const productId = await shop.product({
    one: { releaseAccess: { upToMajor: 1 } },
    two: { releaseAccess: { upToMajor: 2 } },
  });
  await shop.sellTo(productId, 'two', { kind: 'Upgrade', from: [`${productId}-one`] });
  const owner = await shop.shopper();
  const licenseId = await shop.buyLicense(owner, productId, 'one');
  const laptop = await device(owner, productId);
  app.system.clock.advance(HOUR_MS);
  const { pay } = await checkOut(
    app,
    [shop.lineOf(productId, 'two', licenseId)],
    (await shop.signIn(owner)).auth,
  );
  const payload = { name: 'Ann', email: owner.email, billing: { address: BERLIN }, ...CONSENT };
  const paid = await app.inject({ method: 'POST', url: pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const claim = { orderNumber: paid.json().orderNumber, email: owner.email };
  const line = async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/customer/withdrawals/order',
      payload: claim,
    });
    const [first] = answer.json().lines;
    return [first.entitlement, first.accessedAt !== undefined];
  };
  assert.deepEqual(
    await line(),
    ['Entitled', false],
    'the use of the license before was none of the upgrade',
  );
  app.system.clock.advance(25 * HOUR_MS);
  await laptop.validate();
  assert.deepEqual(await line(), ['Waived', true]);
});
