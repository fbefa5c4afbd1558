import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { assertInvariants } from '../../../test/invariants.ts';
import { CARDS } from '../../../test/stripe/payments.ts';
import { openStripeShop, type StripeShop } from '../../../test/stripe/shop.ts';
import { periodsNow, subscriptionNow } from '../../../test/subscriptions.ts';
import { findMethod } from '../../modules/payments/index.ts';
import type { MailTables } from '../../platform/mail/tables.ts';
import { subscriptionsOfOrder } from '../../modules/subscriptions/index.ts';
import type { Subscription } from '../../modules/subscriptions/tables.ts';

const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly', quantity: 1 };
const AGREED = { recurringConsent: { wording: '2026-12' } };
const INTENTS = /^\/payment_intents$/;
const HOUR_MS = 3_600_000;

let shop: StripeShop;
before(async () => {
  shop = await openStripeShop();
  shop.stripe.silence.end('it counts the calls for each charge');
});
afterEach(() => assertInvariants(shop.app.system.database.reader));
after(() => shop.close());

/** Ann subscribes at the checkout, and pays the first month by card, which saves it. */
async function subscribe() {
  const buyer = await shop.buyer(AGREED, [MONTHLY]);
  shop.stripe.money.payByCard(buyer.session, CARDS.good);
  assert.equal((await buyer.comeBack()).status, 'Completed');
  await shop.report();
  const [subscription = assert.fail('nothing was subscribed to')] = await subscriptionsOfOrder(
    shop.app.ctx,
    buyer.orderId,
  );
  const method = await findMethod(shop.app.ctx, subscription.methodId ?? '');
  const reference = method?.reference ?? assert.fail('no method was saved');
  return { subscription, buyer, reference, customer: method?.customerReference };
}

/** The time of its next step comes: it is taken, and Stripe reports what became of it. */
async function nextStep({ id }: Subscription): Promise<Subscription> {
  const { dueAt } = await subscriptionNow(shop.app, { id });
  const { clock } = shop.app.system;
  if (dueAt !== null && dueAt > clock.now()) clock.set(dueAt);
  await shop.runJobs();
  await shop.report();
  return subscriptionNow(shop.app, { id });
}

/** The charges of a saved card at Stripe, oldest first. */
const chargesOf = (reference: string) =>
  shop.stripe.state.intents
    .list(({ payment_method: method, metadata }) => method === reference && 'latchkey_charge' in metadata)
    .toReversed();

const statesOf = async (subscription: Subscription) =>
  (await periodsNow(shop.app, subscription)).map(({ state, reason }) => reason ?? state);

async function mailsTo(email: string): Promise<string[]> {
  const mails = shop.app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const rows = await mails.where('recipient', '=', email).where('kind', '=', 'Subscription').execute();
  return rows.map(({ textBody }) => textBody);
}

const daysFrom = (start: Date, moment: Date | null) =>
  moment && Math.round((moment.getTime() - start.getTime()) / (24 * HOUR_MS));

test('the card of the first payment is saved in it, and charged off session when the next month is due', async () => {
  const { subscription, buyer, reference, customer } = await subscribe();
  const session = shop.stripe.calls.findLast(
    ({ method, path }) => method === 'POST' && path === '/checkout/sessions',
  );
  const form = new URLSearchParams(session?.body);
  assert.equal(form.get('payment_intent_data[setup_future_usage]'), 'off_session');
  assert.deepEqual([subscription.status, subscription.paymentState], ['Active', 'Paid']);
  assert.deepEqual(chargesOf(reference), [], 'the buyer has made the first payment');

  const renewed = await nextStep(subscription);
  const [charge = assert.fail(), ...others] = chargesOf(reference);
  assert.deepEqual(
    [charge.status, charge.amount_received, charge.currency, charge.customer, others.length],
    ['succeeded', 900, 'eur', customer, 0],
  );
  const call = shop.stripe.calls.findLast(({ method, path }) => method === 'POST' && INTENTS.test(path));
  assert.match(call?.body ?? '', /off_session=true/);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Paid']);
  assert.ok(renewed.paidUntil > subscription.paidUntil && renewed.paymentState === 'Paid');
  assert.deepEqual(await mailsTo(buyer.email), [], 'a renewal that is paid has its receipt');
});

test('a soft decline is charged again after 2 and 5 days, with a mail each time, until the card pays', async () => {
  const { subscription, buyer, reference } = await subscribe();
  shop.stripe.state.cardNumbers.set(reference, CARDS.hasNoMoney);
  const first = await nextStep(subscription);
  assert.deepEqual([first.paymentState, first.attempts], ['Retrying', 1]);
  assert.equal(daysFrom(subscription.paidUntil, first.nextAttemptAt), 2);
  const second = await nextStep(subscription);
  assert.deepEqual([second.paymentState, second.attempts], ['Retrying', 2]);
  assert.equal(daysFrom(subscription.paidUntil, second.nextAttemptAt), 7);
  assert.equal(chargesOf(reference).length, 2);
  const mails = await mailsTo(buyer.email);
  assert.equal(mails.length, 2);
  assert.match(mails[0] ?? '', /declined.*€9\.00.*We will try again on /s);

  shop.stripe.state.cardNumbers.set(reference, CARDS.good);
  shop.app.system.clock.set(second.nextAttemptAt ?? assert.fail());
  const renewed = await nextStep(subscription);
  assert.deepEqual([renewed.paymentState, renewed.attempts, renewed.failure], ['Paid', 0, null]);
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Paid']);
  const [, period] = await periodsNow(shop.app, subscription);
  assert.deepEqual(period?.startsAt, subscription.paidUntil, 'paid late, it keeps its dates');
  assert.deepEqual(
    chargesOf(reference).map(({ status }) => status),
    ['requires_payment_method', 'requires_payment_method', 'succeeded'],
  );
});

test('a card that is lost is never charged again: its buyer is asked at once, after 3 and 10 days, and pays by the mail', async () => {
  const { subscription, buyer, reference } = await subscribe();
  shop.stripe.state.cardNumbers.set(reference, CARDS.isLost);
  const needy = await nextStep(subscription);
  assert.deepEqual([needy.paymentState, needy.nextAttemptAt], ['NeedsBuyer', null]);
  assert.equal((await mailsTo(buyer.email)).length, 1);
  const days: (number | null)[] = [];
  while ((await mailsTo(buyer.email)).length < 3) {
    await nextStep(subscription);
    days.push(daysFrom(subscription.paidUntil, shop.app.system.clock.now()));
  }
  assert.ok(days.includes(3) && days.at(-1) === 10, `asked again, or ended, after ${days.join()} days`);
  assert.equal(chargesOf(reference).length, 1, 'no blind retry');

  const letter = (await mailsTo(buyer.email)).at(-1) ?? '';
  const [, path = ''] = /https?:\/\/[^/\s]+(\/checkout\/\S+)/.exec(letter) ?? [];
  const act = async (action: string, payload: object = {}) =>
    (await shop.app.inject({ method: 'POST', url: `/api${path}/${action}`, payload })).json();
  assert.equal(
    (await act('pay', { name: 'Gus', email: buyer.email, ...AGREED })).status,
    'PaymentProcessing',
  );
  const [session = assert.fail()] = shop.stripe.state.sessions.list();
  shop.stripe.money.payByCard(session.id, CARDS.good);
  assert.equal((await act('return')).status, 'Completed');
  await shop.report();
  const renewed = await subscriptionNow(shop.app, subscription);
  assert.deepEqual([renewed.status, renewed.paymentState], ['Active', 'Paid']);
  assert.notEqual(renewed.methodId, subscription.methodId, 'the card that paid is the saved one now');
  assert.deepEqual(await statesOf(subscription), ['Paid', 'Paid']);
});

for (const [words, fault, keyIsForgotten] of [
  ['breaks off', 'DropAnswer', false],
  ['never comes', 'StallAnswer', false],
  ['comes after Stripe has forgotten the key', 'DropAnswer', true],
] as const)
  test(`an answer that ${words} is looked up: the month is charged once`, async () => {
    const { subscription, reference } = await subscribe();
    shop.stripe.faults.add('POST', INTENTS, fault, 100);
    shop.stripe.faults.add('GET', INTENTS, 'Stall', 100);
    shop.app.system.clock.set(subscription.dueAt ?? assert.fail());
    await shop.runJobs();
    assert.equal(
      (await subscriptionNow(shop.app, subscription)).paidUntil.getTime(),
      subscription.paidUntil.getTime(),
    );
    assert.equal(chargesOf(reference).length, 1, 'the money has moved');
    shop.stripe.faults.clear();
    shop.stripe.deliveries.take();
    if (keyIsForgotten) shop.stripe.state.answers.clear();
    shop.app.system.clock.advance((keyIsForgotten ? 30 : 1) * HOUR_MS);
    await shop.runJobs();
    const keys = shop.stripe.calls
      .filter(({ method, path, body }) => method === 'POST' && INTENTS.test(path) && body.includes(reference))
      .map(({ idempotencyKey }) => idempotencyKey);
    assert.equal(new Set(keys).size, 1, 'every try has the same key');
    assert.equal(chargesOf(reference).length, 1);
    assert.deepEqual(await statesOf(subscription), ['Paid', 'Paid']);
    assert.equal((await subscriptionNow(shop.app, subscription)).paymentState, 'Paid');
  });
