import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { loadCatalog } from '../src/modules/catalog/index.ts';
import { fulfilNow } from '../src/modules/orders/index.ts';
import { updateOrder } from '../src/modules/orders/cart/update-order.ts';
import { advanceOrder } from '../src/modules/orders/order/store-status.ts';
import { lockOrder } from '../src/modules/orders/order/store.ts';
import { orderSubject, recordPurchase } from '../src/modules/orders/purchase/purchases.ts';
import { contentOf, quoteLines } from '../src/modules/orders/quote/order-quote.ts';
import { openPayment, startPayment } from '../src/modules/payments/index.ts';
import {
  type SandboxBehaviour,
  sandboxMethod,
} from '../src/modules/payments/providers/sandbox/sandbox-methods.ts';
import type { TaxRules } from '../src/modules/pricing/index.ts';
import type { CycleLength } from '../src/modules/subscriptions/domain/calendar.ts';
import { takeStep } from '../src/modules/subscriptions/index.ts';
import { listPeriods, readSubscription } from '../src/modules/subscriptions/store.ts';
import type { Period, Subscription, SubscriptionTables } from '../src/modules/subscriptions/tables.ts';
import { transaction } from '../src/platform/context/context.ts';
import { fakeProvider } from './fake-provider.ts';
import type { TestApp } from './harness.ts';
import { paidInFull, runPaymentJobs, withProvider } from './payments.ts';
import { ONE_APP, type Shopper, shopper } from './shop.ts';

/** A subscription, to the product `app` by default, paid for its first cycle. */
export async function subscribe(
  app: TestApp,
  {
    cycle = 'Monthly',
    quantity = 1,
    customer,
    item = { ...ONE_APP, type: 'Product' },
    method,
    consentAt,
    taxes,
    lineIds = [null],
  }: {
    readonly cycle?: CycleLength;
    readonly quantity?: number;
    readonly customer?: Shopper;
    readonly item?: { readonly type: 'Product'; readonly productId: string; readonly variationId: string };
    /** What becomes of later charges of the test method that is saved; absent: none is saved. */
    readonly method?: SandboxBehaviour;
    /** When the buyer consented to immediate delivery; absent: they did not. */
    readonly consentAt?: Date;
    /** Absent: no taxes. */
    readonly taxes?: TaxRules;
    /** The ids of as many lines of it in the cart: each begins one, and the first is returned. */
    readonly lineIds?: readonly (string | null)[];
  } = {},
): Promise<{ readonly subscription: Subscription; readonly customer: Shopper; readonly orderId: string }> {
  const buyer = customer ?? (await shopper(app));
  const provider = fakeProvider();
  const ctx = withProvider(app.ctx, provider);
  const orderId = randomUUID();
  const items = lineIds.map((id) => ({ ...item, id, quantity }));
  await updateOrder(ctx, { orderId, customerId: buyer.id, patch: { items, utm: {} } });
  const catalog = await loadCatalog(ctx);
  const payment = await transaction(ctx, async (tx) => {
    const order = (await lockOrder(tx, tx.account.id, orderId)) ?? assert.fail();
    const quote = await quoteLines(tx, catalog, { order, taxBasis: undefined, audience: 'Owner', taxes });
    const sold = contentOf(catalog, quote, order.lines);
    const consent = consentAt && { wording: 'of the test', text: 'At once.', at: consentAt.toISOString() };
    const grants = sold.grants.map((grant) => ({ ...grant, recurrence: cycle }));
    const content = { ...sold, grants, ...(consent && { consent }) };
    const opened = await openPayment(tx, {
      subject: orderSubject(order),
      amountMinor: quote.total.dueMinor,
      currency: quote.currency,
      instruction: {
        items: [{ title: 'App', quantity, dueMinor: quote.total.dueMinor }],
        payer: { name: 'Ann', email: buyer.email },
        visit: { returnUrl: 'https://shop.demo.test/account', input: {} },
      },
    });
    const billing = { name: 'Ann', email: buyer.email };
    await recordPurchase(tx, opened, {
      order,
      content,
      buyer: { customerId: buyer.id, billing, linkId: 'a-link' },
    });
    await advanceOrder(tx, order, ['PaymentStarted'], { content });
    return opened;
  });
  provider.answerStart = async () => ({
    kind: 'Started',
    reference: payment.id,
    continuation: null,
    expiresAt: null,
  });
  provider.state = {
    ...paidInFull(payment),
    ...(method && { method: sandboxMethod(payment.id, method) }),
  };
  await startPayment(ctx, payment);
  await fulfilNow(ctx, orderId);
  const subscription = await app.system.database.reader
    .tables<SubscriptionTables>()
    .selectFrom('subscriptions')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('lineId')
    .executeTakeFirst();
  return { subscription: subscription ?? assert.fail('nothing was subscribed to'), customer: buyer, orderId };
}

/** The subscription as it is now. */
export async function subscriptionNow(
  { system, demo }: TestApp,
  { id }: Pick<Subscription, 'id'>,
): Promise<Subscription> {
  return (await readSubscription(system.database.reader, demo.id, id)) ?? assert.fail();
}

/** Its periods, oldest first. */
export function periodsNow({ system, demo }: TestApp, { id }: Pick<Subscription, 'id'>): Promise<Period[]> {
  return listPeriods(system.database.reader, { accountId: demo.id, id }, { limit: 1_000 });
}

/** Gives a subscription terms that nobody has sold it with, such as that it is owned after some payments. */
export async function rentToOwn(
  { system }: TestApp,
  { id }: Pick<Subscription, 'id'>,
  terms: Partial<
    Pick<
      Subscription,
      | 'ownAfterCycles'
      | 'payoffBasisPoints'
      | 'fallback'
      | 'price'
      | 'methodId'
      | 'nextPlan'
      | 'quantity'
      | 'unitsToGrant'
      | 'startedAt'
      | 'currency'
      | 'paymentState'
      | 'holdReason'
    >
  >,
): Promise<void> {
  await system.database.transaction((tx) =>
    tx.tables<SubscriptionTables>().updateTable('subscriptions').set(terms).where('id', '=', id).execute(),
  );
}

/** The buyer pays on a page of the checkout, and agrees to later payments. */
export async function payOnPage(app: TestApp, page: string, email: string): Promise<void> {
  const { pathname } = new URL(page);
  const payload = { name: 'Ann', email, sandboxOutcome: 'Succeed', recurringConsent: { wording: '2026-12' } };
  const paid = await app.inject({ method: 'POST', url: `/api${pathname}/pay`, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
}

/** Moves the clock to the next step of a subscription, takes it, and lets its payment end. */
export async function nextStep(app: TestApp, { id }: Pick<Subscription, 'id'>): Promise<Subscription> {
  const { dueAt } = await subscriptionNow(app, { id });
  if (dueAt !== null && dueAt > app.system.clock.now()) app.system.clock.set(dueAt);
  await takeStep(app.ctx, id);
  await runPaymentJobs(app.system);
  return subscriptionNow(app, { id });
}
