import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openCouponShop } from '../../../../test/coupon-shop.ts';
import { fakeProvider } from '../../../../test/fake-provider.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { paidInFull, withProvider } from '../../../../test/payments.ts';
import { ONE_APP, type Shopper, shopper } from '../../../../test/shop.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { loadCatalog } from '../../catalog/index.ts';
import { documentsOfOrder } from '../../documents/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import { type DisputeStatus, openPayment, recordReversals, startPayment } from '../../payments/index.ts';
import type { Reversals } from '../../payments/provider.ts';
import { updateOrder } from '../cart/update-order.ts';
import { fulfilNow } from '../fulfilment/fulfil-job.ts';
import type { RecurringSales } from '../fulfilment/recurring-sales.ts';
import { advanceOrder } from '../order/store-status.ts';
import { insertOrder, readOrder } from '../order/store.ts';
import { contentOf, quoteLines } from '../quote/order-quote.ts';
import { performOrderRefund } from '../refunds/perform-order-refund.ts';
import { refundOrder } from '../refunds/refund-order.ts';
import type { Order } from '../tables.ts';
import { orderSubject, recordPurchase } from './purchases.ts';

let shop: Awaited<ReturnType<typeof openCouponShop>>;
before(async () => {
  shop = await openCouponShop();
});
after(async () => {
  await assertInvariants(shop.app.system.database.reader);
  await shop.app.close();
});

/** An order of two apps, as a subscription will place it: for its customer, who has no cart with it. */
async function placeOrder(ctx: Context, customer: Shopper, couponCodeIds: string[]): Promise<Order> {
  const items = [{ ...ONE_APP, type: 'Product' as const, quantity: 2 }];
  const orderId = randomUUID();
  const { order } = await updateOrder(ctx, { orderId, customerId: customer.id, patch: { items, utm: {} } });
  return { ...order, id: randomUUID(), origin: 'PlanChange', couponCodeIds };
}

/** The server opens and starts the payment of an order, without the buyer. */
async function charge(ctx: Context, order: Order, { id: customerId, email }: Shopper) {
  const catalog = await loadCatalog(ctx);
  const payment = await transaction(ctx, async (tx) => {
    await insertOrder(tx, order);
    const quote = await quoteLines(tx, catalog, { order, taxBasis: undefined, audience: 'Owner' });
    const { currency, total } = quote;
    const opened = await openPayment(tx, {
      subject: orderSubject(order),
      amountMinor: total.dueMinor,
      currency,
      instruction: {
        items: quote.lines.map(({ quantity, dueMinor }) => ({ title: 'App', quantity, dueMinor })),
        payer: { name: 'Ann', email },
        visit: { returnUrl: 'https://shop.demo.test/account', input: {} },
      },
    });
    const content = contentOf(catalog, quote, order.lines);
    const buyer = { customerId, billing: { name: 'Ann', email }, linkId: null };
    await recordPurchase(tx, opened, { order, content, buyer });
    await advanceOrder(tx, order, ['PaymentStarted'], { content });
    return opened;
  });
  await startPayment(ctx, payment);
  await fulfilNow(ctx, order.id);
  return payment;
}

/** What becomes of the subscription that the order belongs to is another matter. */
const NO_SUBSCRIPTIONS: RecurringSales = {
  delivered: async () => new Map(),
  failed: async () => {},
  freeDaysUsedBy: async () => () => false,
  paidByOthers: async () => new Set(),
  returned: async () => {},
  returnFailed: async () => {},
  suspended: async () => {},
  restored: async () => [],
  attributed: async () => {},
};

test('an order without a cart and a link is settled, delivered, documented, disputed and refunded like any other', async () => {
  const { app, coupon, usesOf } = shop;
  const provider = fakeProvider();
  const ctx = {
    ...withProvider(app.ctx, provider),
    orders: { ...app.system.orders, recurring: NO_SUBSCRIPTIONS },
  };
  const discount = await coupon();
  const customer = await shopper(app);
  const order = await placeOrder(ctx, customer, [discount.codeId]);
  provider.answerStart = async () => ({
    kind: 'Started',
    reference: 'charge-1',
    continuation: null,
    expiresAt: null,
  });
  provider.state = paidInFull({ amountMinor: 8_820, currency: 'EUR' });
  const { id: paymentId } = await charge(ctx, order, customer);

  const { origin, status, customerId, lines } =
    (await readOrder(ctx.database.reader, ctx.account.id, order.id)) ?? assert.fail();
  assert.deepEqual(
    [origin, status, customerId, lines],
    ['PlanChange', 'Completed', customer.id, order.lines],
  );
  const licenses = async () =>
    (await listLicenses(ctx, { orderId: order.id, limit: 9 })).map(
      ({ status: state, revocationReason }) => revocationReason ?? state,
    );
  const documents = async () => (await documentsOfOrder(ctx, order.id)).map(({ kind }) => kind);
  assert.deepEqual(await licenses(), ['Active', 'Active']);
  assert.deepEqual(await documents(), ['Receipt']);
  assert.deepEqual(await usesOf(discount), [1, 'Used']);

  const report = (state: DisputeStatus) => recordReversals(ctx, paymentId, disputed(state));
  await report('Open');
  assert.deepEqual(await licenses(), ['Dispute', 'Dispute']);
  await report('Won');
  assert.deepEqual(await licenses(), ['Active', 'Active']);

  provider.answerRefund = async () => ({ reference: 're-1', status: 'Succeeded' });
  const refund = await transaction(ctx, (tx) =>
    refundOrder(tx, { orderId: order.id, revokesLicenses: true }),
  );
  await performOrderRefund(ctx, refund.id);
  assert.deepEqual(await licenses(), ['Refund', 'Refund']);
  assert.deepEqual(await documents(), ['Receipt', 'CreditNote']);
});

function disputed(status: DisputeStatus): Reversals {
  const dispute = { reference: 'dp-1', status, amountMinor: 8_820, currency: 'EUR', reason: 'fraudulent' };
  return { refunds: [], disputes: [dispute], warnings: [] };
}
