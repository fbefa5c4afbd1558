import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCouponShop } from '../../../test/coupon-shop.ts';
import { statementsOf } from '../../../test/query-plans.ts';

let shop: Awaited<ReturnType<typeof openCouponShop>>;
before(async () => {
  shop = await openCouponShop();
});
after(() => shop.app.close());

test('a coupon that is entered or removed at the checkout is priced twice: under the lock, and for the page', async () => {
  const [first, second] = [await shop.coupon(), await shop.coupon()];
  const { show } = await shop.cartWith([first]);
  const change = (method: 'POST' | 'DELETE') =>
    statementsOf(async () => {
      const payload = { code: second.code };
      const response = await shop.app.inject({ method, url: `${show}/coupon`, payload });
      assert.equal(response.json().couponsApplied.length, method === 'POST' ? 2 : 1, response.body);
    });
  for (const method of ['POST', 'DELETE'] as const) {
    // Each price queries the coupons of the cart.
    const prices = (await change(method)).filter((statement) =>
      statement.includes('"coupon_codes" inner join'),
    );
    assert.equal(prices.length, 2, method);
  }
});

test('a page that waits for a payment reads its purchase once', async () => {
  const { show, pay } = await shop.cartWith([]);
  const payload = { name: 'Gus', email: 'gus@example.com', sandboxOutcome: 'Delay' };
  await shop.app.inject({ method: 'POST', url: pay, payload });
  const statements = await statementsOf(async () => {
    assert.equal((await shop.app.inject({ url: show })).json().status, 'PaymentProcessing');
  });
  assert.equal(statements.filter((statement) => statement.includes('from "purchases"')).length, 1);
});
