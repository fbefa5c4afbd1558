import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { TestApp } from '../../../test/harness.ts';
import { startTestApp } from '../../../test/harness.ts';
import { assertInvariants } from '../../../test/invariants.ts';
import { paidInFull, report, runJobs } from '../../../test/payments.ts';
import { stockShop } from '../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../test/subscriptions.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { transaction } from '../../platform/context/context.ts';
import { listLicenses, revokeLicense } from '../licensing/index.ts';
import { listOrders } from '../orders/index.ts';
import { listRefunds } from '../payments/index.ts';
import type { Payment, PaymentTables } from '../payments/tables.ts';
import {
  cancelSubscription,
  changeMethod,
  compSubscription,
  endSubscription,
  endSubscriptionsOf,
  renewSubscription,
  returnMoneyJob,
  takeStep,
} from './index.ts';
import type { Subscription, SubscriptionTables } from './tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const licensesOf = (orderId: string) => listLicenses(app.ctx, { orderId, limit: 9 });
const statesOf = async (subscription: Subscription) =>
  (await periodsNow(app, subscription)).map(({ state, reason }) => reason ?? state);
const step = async ({ id }: Subscription) => {
  await takeStep(app.ctx, id);
  return subscriptionNow(app, { id });
};

/** Takes the steps that are due until the access is over. */
async function loseAccess(subscription: Subscription): Promise<Subscription> {
  for (let steps = 0; steps < 5; steps += 1) {
    app.system.clock.set((await subscriptionNow(app, subscription)).dueAt ?? assert.fail());
    const now = await step(subscription);
    if (now.status === 'Expired') return now;
  }
  return assert.fail('its access never ends');
}

/** The page of the last mail with a link to pay, as the API paths of its checkout. */
async function payPage(email: string): Promise<{ text: string; show: string; pay: string }> {
  const mails = await app.system.database.reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .where('kind', '=', 'Subscription')
    .orderBy('createdAt')
    .execute();
  const { textBody: text } = mails.at(-1) ?? assert.fail('no mail asks for a payment');
  const [, path = ''] = /https?:\/\/[^/\s]+(\/checkout\/\S+)/.exec(text) ?? [];
  return { text, show: `/api${path}`, pay: `/api${path}/pay` };
}

test('the first payment begins a subscription, and its licenses end with the paid period and the grace', async () => {
  const { subscription, customer, orderId } = await subscribe(app, { quantity: 2 });
  const [first, ...others] = await periodsNow(app, subscription);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [first?.number, first?.state, first?.orderId, first?.endsAt],
    [1, 'Paid', orderId, subscription.paidUntil],
  );
  const { status, cycleLength, quantity, customerId, dueAt, price, total } = subscription;
  assert.deepEqual(
    { status, cycleLength, quantity, customerId, dueAt, unit: price.unitOriginalMinor, due: total.dueMinor },
    {
      status: 'Active',
      cycleLength: 'Monthly',
      quantity: 2,
      customerId: customer.id,
      dueAt: subscription.paidUntil,
      unit: 4_900,
      due: 9_800,
    },
  );
  assert.equal(subscription.expiresAt.getTime(), subscription.paidUntil.getTime() + 7 * DAY_MS);
  const licenses = await licensesOf(orderId);
  assert.deepEqual(
    licenses.map(({ subscriptionId, expiresAt }) => [subscriptionId, expiresAt]),
    [1, 2].map(() => [subscription.id, subscription.expiresAt]),
  );
});

test('a renewal is an order at the price that was agreed, which its buyer pays from the mail without signing in', async () => {
  const { subscription, customer, orderId } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  const open = await step(subscription);
  assert.deepEqual(
    [open.status, open.paymentState, open.expiresAt],
    ['Active', 'NeedsBuyer', subscription.expiresAt],
  );
  assert.deepEqual(await statesOf(open), ['Paid', 'Open']);
  const page = await payPage(customer.email);
  assert.match(page.text, /€49\.00/);
  const buyer = { name: 'Ann', email: customer.email, sandboxOutcome: 'Succeed' };
  // It had no method, so that its payment saves one, for charges that the buyer has to agree to.
  const refused = await app.inject({ method: 'POST', url: page.pay, payload: buyer });
  const { errors }: { errors: Record<string, string[]> } = refused.json();
  assert.deepEqual(Object.keys(errors), ['recurringConsent']);
  assert.match(
    errors['recurringConsent']?.[0] ?? '',
    /saved and charged until I cancel: .*€49\.00 every month/,
  );
  const payload = { ...buyer, recurringConsent: { wording: '2026-12' } };
  const paid = await app.inject({ method: 'POST', url: page.pay, payload });
  assert.equal(paid.json().status, 'Completed', paid.body);
  const renewed = await subscriptionNow(app, subscription);
  const [, second] = await periodsNow(app, renewed);
  assert.deepEqual(
    [second?.state, second?.startsAt, second?.endsAt],
    ['Paid', subscription.paidUntil, renewed.paidUntil],
  );
  assert.deepEqual([renewed.status, renewed.paymentState, renewed.failedAt], ['Active', 'Paid', null]);
  assert.equal(renewed.dueAt?.getTime(), renewed.paidUntil.getTime());
  const [license] = await licensesOf(orderId);
  assert.deepEqual(license?.expiresAt, renewed.expiresAt);
  assert.ok(renewed.expiresAt > subscription.expiresAt);
  const [order] = await listOrders(app.ctx, { customerId: customer.id, limit: 1 });
  assert.deepEqual(
    [order?.origin, order?.subscriptionId, order?.status, order?.content?.quote.total.dueMinor],
    ['Renewal', subscription.id, 'Completed', 4_900],
  );
  assert.equal(order?.content?.recurringConsent?.wording, '2026-12');
});

test('what is not paid loses its access after the grace, and ends 21 days after it was due; nothing is left to pay', async () => {
  const { subscription, customer } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  await step(subscription);
  const over = await loseAccess(subscription);
  assert.deepEqual([over.status, over.endedAt, over.expiresAt], ['Expired', null, subscription.expiresAt]);
  assert.equal((await step(subscription)).asks, 2, 'after 3 days');
  app.system.clock.set(over.dueAt ?? assert.fail());
  assert.equal((await step(subscription)).asks, 3, 'after 10 days');
  app.system.clock.set((await subscriptionNow(app, subscription)).dueAt ?? assert.fail());
  const ended = await step(subscription);
  assert.equal(ended.status, 'Expired');
  assert.ok(ended.endedAt !== null && ended.dueAt === null);
  assert.equal(Math.round((ended.endedAt.getTime() - subscription.paidUntil.getTime()) / DAY_MS), 21);
  assert.deepEqual(await statesOf(ended), ['Paid', 'NotPaid']);
  const page = await payPage(customer.email);
  assert.equal((await app.inject({ url: page.show })).statusCode, 404);
});

test('a renewal that is paid late gives the access back and keeps the anchor', async () => {
  const { subscription, customer, orderId } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  await step(subscription);
  await loseAccess(subscription);
  const { pay: url } = await payPage(customer.email);
  const payload = {
    name: 'Ann',
    email: customer.email,
    sandboxOutcome: 'Succeed',
    recurringConsent: { wording: '2026-12' },
  };
  assert.equal((await app.inject({ method: 'POST', url, payload })).json().status, 'Completed');
  const renewed = await subscriptionNow(app, subscription);
  const [, second] = await periodsNow(app, renewed);
  assert.deepEqual([renewed.status, renewed.paidUntil], ['Active', second?.endsAt]);
  assert.deepEqual(second?.startsAt, subscription.paidUntil);
  assert.deepEqual((await licensesOf(orderId))[0]?.expiresAt, renewed.expiresAt);
});

test('after a short downtime the period that runs now is due, and those that passed are given', async () => {
  const { subscription, orderId } = await subscribe(app, { cycle: 'Daily' });
  app.system.clock.set(new Date(subscription.paidUntil.getTime() + 2.5 * DAY_MS));
  const open = await step(subscription);
  assert.deepEqual(await statesOf(open), ['Paid', 'Downtime', 'Downtime', 'Open']);
  const periods = await periodsNow(app, open);
  assert.deepEqual(open.paidUntil, periods[2]?.endsAt);
  assert.deepEqual((await licensesOf(orderId))[0]?.expiresAt, open.expiresAt);
  for (const [index, { startsAt }] of periods.entries())
    assert.deepEqual(startsAt, periods[index - 1]?.endsAt ?? startsAt, 'without gap or overlap');
});

test('a renewal that is overdue for more than 72 hours is held, and nothing is opened', async () => {
  const { subscription } = await subscribe(app);
  app.system.clock.set(new Date(subscription.paidUntil.getTime() + 72 * 3_600_000 + 60_000));
  const overdue = await step(subscription);
  assert.deepEqual([overdue.paymentState, overdue.dueAt], ['Held', subscription.expiresAt]);
  assert.deepEqual(await statesOf(overdue), ['Paid']);
  assert.deepEqual(await step(subscription), overdue, 'nothing more is due');
  app.system.clock.set(subscription.expiresAt);
  const over = await step(subscription);
  assert.deepEqual([over.status, over.paymentState, over.dueAt], ['Expired', 'Held', null]);
});

test('a step that comes too early, or twice, changes nothing', async () => {
  const { subscription } = await subscribe(app);
  assert.deepEqual(await step(subscription), subscription);
  app.system.clock.set(subscription.paidUntil);
  const open = await step(subscription);
  assert.deepEqual(await step(subscription), open);
});

/** The buyer has begun to pay the open renewal, and the money is on its way. */
async function beginPaying(subscription: Subscription, email: string): Promise<Payment> {
  const { pay: url } = await payPage(email);
  const payload = { name: 'Ann', email, sandboxOutcome: 'Delay', recurringConsent: { wording: '2026-12' } };
  assert.equal((await app.inject({ method: 'POST', url, payload })).json().status, 'PaymentProcessing');
  const orderId = (await periodsNow(app, subscription)).at(-1)?.orderId ?? assert.fail();
  const payments = app.system.database.reader.tables<PaymentTables>().selectFrom('payments').selectAll();
  return (await payments.where('subjectId', '=', orderId).executeTakeFirst()) ?? assert.fail();
}

/** What the job returns of a payment. */
async function returnedMinor({ subjectId }: Payment): Promise<number> {
  await runJobs(app.system, returnMoneyJob);
  const refunds = await listRefunds(app.ctx, { kind: 'Order', id: subjectId, limit: 9 });
  return refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

test('money that is on its way when a subscription is cancelled goes back, and nothing follows', async () => {
  const { subscription, customer } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  await step(subscription);
  const payment = await beginPaying(subscription, customer.email);
  await cancelSubscription(app.ctx, subscription.id);
  const cancelled = await subscriptionNow(app, subscription);
  await report(app.ctx, payment, paidInFull(payment));
  assert.deepEqual(await subscriptionNow(app, subscription), cancelled);
  assert.equal(await returnedMinor(payment), 4_900);
  app.system.clock.set(cancelled.expiresAt);
  const over = await step(cancelled);
  assert.deepEqual(
    [over.status, over.endedAt !== null, await statesOf(over)],
    ['Expired', true, ['Paid', 'Cancelled']],
  );
});

test('money for a renewal that was cancelled leaves the one alone that was opened since, which is paid once', async () => {
  const { subscription, customer } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  await step(subscription);
  const late = await beginPaying(subscription, customer.email);
  await cancelSubscription(app.ctx, subscription.id);
  app.system.clock.set(subscription.expiresAt);
  await step(subscription);
  const renewed = await renewSubscription(app.ctx, subscription.id);
  assert.equal(renewed.paymentState, 'NeedsBuyer');
  const before = await periodsNow(app, subscription);
  await report(app.ctx, late, paidInFull(late));
  assert.deepEqual(await subscriptionNow(app, subscription), renewed, 'the open renewal is as it was');
  assert.deepEqual(await periodsNow(app, subscription), before);
  assert.equal(await returnedMinor(late), 4_900);
});

test('money for a period that was given away meanwhile goes back', async () => {
  const { subscription, customer } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  await step(subscription);
  const payment = await beginPaying(subscription, customer.email);
  await compSubscription(app.ctx, subscription.id, { periods: 1, reason: 'Sorry' });
  const gift = await subscriptionNow(app, subscription);
  await report(app.ctx, payment, paidInFull(payment));
  assert.deepEqual(await subscriptionNow(app, subscription), gift);
  assert.deepEqual(await statesOf(gift), ['Paid', 'Comp']);
  assert.equal(await returnedMinor(payment), 4_900);
});

test('money that arrives after a cancelled subscription is over goes back, and revives nothing', async () => {
  const { subscription, customer } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  await step(subscription);
  const payment = await beginPaying(subscription, customer.email);
  await cancelSubscription(app.ctx, subscription.id);
  app.system.clock.set(subscription.expiresAt);
  const over = await step(subscription);
  assert.equal(over.status, 'Expired');
  await report(app.ctx, payment, paidInFull(payment));
  assert.deepEqual(await subscriptionNow(app, subscription), over);
  assert.equal(await returnedMinor(payment), 4_900);
});

test('money that arrives after the vendor has ended a subscription revives nothing', async () => {
  const { subscription, customer } = await subscribe(app);
  app.system.clock.set(subscription.paidUntil);
  await step(subscription);
  const payment = await beginPaying(subscription, customer.email);
  const ended = await endSubscription(app.ctx, subscription.id);
  await report(app.ctx, payment, paidInFull(payment));
  assert.deepEqual(await subscriptionNow(app, subscription), ended);
  assert.deepEqual(await statesOf(ended), ['Paid', 'Ended']);
});

test('what is paid after its period is over pays the one that runs, and nothing is charged before the end of that', async () => {
  const { subscription, customer, orderId } = await subscribe(app, { cycle: 'Daily' });
  app.system.clock.set(subscription.paidUntil);
  await step(subscription);
  app.system.clock.advance(5.5 * DAY_MS);
  const { pay: url } = await payPage(customer.email);
  const payload = {
    name: 'Ann',
    email: customer.email,
    sandboxOutcome: 'Succeed',
    recurringConsent: { wording: '2026-12' },
  };
  assert.equal((await app.inject({ method: 'POST', url, payload })).json().status, 'Completed');
  const paid = await subscriptionNow(app, subscription);
  assert.equal(
    paid.paidUntil.getTime(),
    subscription.paidUntil.getTime() + 6 * DAY_MS,
    'it keeps the anchor',
  );
  assert.deepEqual([paid.status, paid.dueAt], ['Active', paid.paidUntil]);
  const unpaid = Array(5).fill('NotPaid');
  assert.deepEqual(await statesOf(paid), ['Paid', ...unpaid, 'Paid'], 'what passed unpaid gives nothing');
  assert.deepEqual(await step(paid), paid, 'nothing is due at once');
  assert.deepEqual((await licensesOf(orderId))[0]?.expiresAt, paid.expiresAt);
});

test('a weekly renewal that is paid in dunning gives the access back, and the next charge is at the end of that week', async () => {
  const { subscription, orderId } = await subscribe(app, { cycle: 'Weekly', method: 'DeclinesForGood' });
  await nextStep(app, subscription);
  app.system.clock.set(new Date(subscription.paidUntil.getTime() + 15 * DAY_MS));
  await step(subscription);
  await changeMethod(app.ctx, subscription, { returnUrl: 'https://shop.demo.test/account' });
  const paid = await nextStep(app, subscription);
  assert.deepEqual([paid.status, paid.paymentState], ['Active', 'Paid']);
  assert.equal(paid.paidUntil.getTime(), subscription.paidUntil.getTime() + 21 * DAY_MS);
  assert.deepEqual(paid.dueAt, paid.paidUntil);
  assert.deepEqual((await licensesOf(orderId))[0]?.expiresAt, paid.expiresAt);
});

test('a renewal is held while every license of its subscription is revoked', async () => {
  const { subscription, orderId } = await subscribe(app);
  const [license] = await licensesOf(orderId);
  await revokeLicense(app.ctx, license?.id ?? assert.fail());
  app.system.clock.set(subscription.paidUntil);
  const overdue = await step(subscription);
  assert.deepEqual([overdue.paymentState, await statesOf(overdue)], ['Held', ['Paid']]);
});

test('who leaves without owning the address ends no subscription that waits for the proof of it', async () => {
  const { subscription, customer } = await subscribe(app);
  const awaits = (awaitsEmailKey: string) =>
    app.system.database.transaction((tx) =>
      tx
        .tables<SubscriptionTables>()
        .updateTable('subscriptions')
        .set({ awaitsEmailKey })
        .where('id', '=', subscription.id)
        .execute(),
    );
  await awaits(customer.email);
  const before = await subscriptionNow(app, subscription);
  const end = (ownsAddress: boolean) =>
    transaction(app.ctx, (tx) => endSubscriptionsOf(tx, customer.id, { ownsAddress }));
  await end(false);
  assert.deepEqual(await subscriptionNow(app, subscription), before);
  await end(true);
  const erased = await subscriptionNow(app, subscription);
  assert.deepEqual([erased.status, erased.awaitsEmailKey, erased.billing], ['Expired', null, {}]);
});
