import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Merchant, merchantOf } from '../../../../../test/merchant.ts';
import { CARDS } from '../../../../../test/stripe/payments.ts';
import { openStripeShop, type StripeShop } from '../../../../../test/stripe/shop.ts';
import { updateSettings } from '../../../accounts/index.ts';
import { updateVariation } from '../../../catalog/index.ts';
import { providerStatus } from '../../index.ts';

let shop: StripeShop;
let vendor: Merchant;
before(async () => {
  shop = await openStripeShop();
  vendor = await merchantOf(shop.app, shop.app.demo, 'orders:write');
});
after(() => shop.close());

test('a price with three decimals is sold and given back in amounts that Stripe charges', async () => {
  const { currencies } = shop.app.ctx.account.settings;
  const account = await updateSettings(shop.app.ctx, {
    currencies: [...currencies, 'KWD'],
    defaultCurrency: 'KWD',
  });
  const ctx = { ...shop.app.ctx, account };
  await updateVariation(ctx, { type: 'Product', id: 'app' }, 'app-once', {
    prices: { EUR: 4_900, USD: 5_500, KWD: 8_491 },
  });
  const one = await shop.buyer();
  shop.stripe.money.payByCard(one.session, CARDS.good);
  assert.equal((await one.comeBack()).status, 'Completed');
  const intent = shop.stripe.state.sessions.get(one.session)?.payment_intent;
  assert.ok(typeof intent === 'string');
  const charge = () => shop.stripe.money.chargeOfIntent(intent);
  const refund = (body: object = {}) =>
    vendor.call<{ status: string }>('POST', `/api/orders/${one.orderId}/refunds`, body);
  assert.equal(charge().amount, 8_490);
  const dinars = (amount: number) => ({ amount: { currency: 'KWD', amount } });
  await assert.rejects(refund(dinars(2.831)), /must be a multiple of 0\.01 KWD/);
  assert.equal((await refund(dinars(2.83))).status, 'Succeeded');
  assert.equal((await refund()).status, 'Succeeded');
  assert.ok(charge().refunded);
  const { checks } = await providerStatus(ctx, 'stripe');
  assert.deepEqual(
    checks.filter(({ name }) => name === 'currency').map(({ text }) => text),
    [
      'EUR can be charged, up to 999,999.99.',
      'USD can be charged, up to 999,999.99.',
      'KWD can be charged in steps of 0.010, to which prices and totals are rounded, up to 99,999.990.',
    ],
  );
});
