import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Merchant, merchantOf } from '../../../../../test/merchant.ts';
import { CARDS } from '../../../../../test/stripe/payments.ts';
import { openStripeShop, type StripeShop } from '../../../../../test/stripe/shop.ts';
import { LIVE_KEY } from '../../../../../test/stripe/stand-in.ts';
import { connectProvider, disconnectProvider } from '../../index.ts';

let shop: StripeShop;
let merchant: Merchant;
before(async () => {
  shop = await openStripeShop();
  merchant = await merchantOf(shop.app);
});
after(() => shop.close());

interface OrderView {
  readonly id: string;
  readonly isTest?: boolean;
  readonly payments: readonly { readonly isTest?: boolean }[];
}

/** Sells an app, and returns where the page, the order, the list and the log say that no money moved. */
async function marksOf(warn: {
  readonly mock: { readonly calls: readonly { readonly arguments: unknown[] }[] };
}) {
  const before = warn.mock.calls.length;
  const one = await shop.buyer();
  const page = (await shop.app.inject({ url: one.show })).json();
  shop.stripe.money.payByCard(one.session, CARDS.good);
  assert.equal((await one.comeBack()).status, 'Completed');
  const order = await merchant.call<OrderView>('GET', `/api/orders/${one.orderId}`);
  const { items } = await merchant.call<{ items: OrderView[] }>('GET', '/api/orders?status=Completed');
  const warnings = JSON.stringify(warn.mock.calls.slice(before).map((call) => call.arguments));
  return [
    page.payment.isTest,
    order.isTest,
    order.payments[0]?.isTest,
    items.find(({ id }) => id === one.orderId)?.isTest,
    warnings.includes('a test payment has paid'),
  ];
}

test('what was paid with test keys says so at the checkout, in the order and its list, and in the log of a server in production', async (t) => {
  const { config, log } = shop.app.system;
  const warn = t.mock.method(log, 'warn', () => undefined);
  assert.deepEqual(await marksOf(warn), [true, true, true, true, false], 'in development, the log is silent');
  Object.assign(config, { hasDevFeatures: false });
  assert.deepEqual(await marksOf(warn), [true, true, true, true, true]);
  await disconnectProvider(shop.app.ctx, 'stripe', { isForced: false });
  await connectProvider(shop.app.ctx, 'stripe', { key: LIVE_KEY, hasWebhook: true });
  const live = await marksOf(warn);
  Object.assign(config, { hasDevFeatures: true });
  assert.deepEqual(live, [undefined, undefined, undefined, undefined, false]);
});
