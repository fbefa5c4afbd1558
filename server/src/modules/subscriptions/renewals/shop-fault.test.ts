import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type FakeProvider, fakeProvider } from '../../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runPaymentJobs, withProvider } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { type Context, findAccount, updateSettings } from '../../accounts/index.ts';
import { ProviderError } from '../../payments/provider-error.ts';
import { takeStep } from '../index.ts';
import type { HoldReason, Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

/** A provider at which every charge succeeds. */
function workingProvider(): FakeProvider {
  const provider = fakeProvider();
  provider.state = { kind: 'Succeeded', amountMinor: 4_900, currency: 'EUR' };
  return provider;
}

const at = (provider: FakeProvider) => ({
  ctx: withProvider(app.ctx, provider),
  runJobs: () => runPaymentJobs(withProvider(app.system, provider)),
});

/** Takes what is due on some days after a subscription was last paid, without waiting for what comes between. */
async function onDays(
  ctx: Context,
  { id, paidUntil }: Subscription,
  days: readonly number[],
  runJobs: () => Promise<void> = async () => undefined,
): Promise<Subscription> {
  for (const day of days) {
    app.system.clock.set(new Date(paidUntil.getTime() + day * DAY_MS));
    for (const _ of [1, 2, 3]) {
      await takeStep(ctx, id);
      await runJobs();
    }
  }
  return subscriptionNow(app, { id });
}

async function mailsTo(email: string): Promise<string[]> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').select('subject');
  const rows = await mails.where('recipient', '=', email).where('kind', '=', 'Subscription').execute();
  return rows.map(({ subject }) => subject);
}

/** It was held for this reason, longer than dunning lasts, and nobody but the vendor was told. */
async function assertHeld(waiting: Subscription, email: string, reason: HoldReason): Promise<void> {
  assert.deepEqual([waiting.paymentState, waiting.holdReason, waiting.endedAt], ['Held', reason, null]);
  assert.deepEqual([waiting.attempts, waiting.failedAt, waiting.asks], [0, null, 0]);
  assert.deepEqual(await mailsTo(email), []);
}

const FOR_A_MONTH = [0, 1, 8, 22, 30];

/** An hour later it goes on by itself, and is paid. */
async function assertGoesOn(waiting: Subscription, provider: FakeProvider): Promise<void> {
  const { ctx, runJobs } = at(provider);
  const { dueAt } = waiting;
  assert.ok(dueAt && dueAt.getTime() - app.system.clock.now().getTime() <= 3_600_000, 'an hour later');
  app.system.clock.set(dueAt);
  await takeStep(ctx, waiting.id);
  await runJobs();
  const paid = await subscriptionNow(app, waiting);
  assert.deepEqual([paid.status, paid.paymentState, paid.holdReason], ['Active', 'Paid', null]);
  assert.equal((await periodsNow(app, waiting)).at(-1)?.state, 'Paid');
}

test('while the shop is not connected to its provider, renewals are held, buyers are told nothing, and it goes on by itself', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const provider = workingProvider();
  const away = { ...provider, isReady: async () => false };
  const waiting = await onDays(at(away).ctx, subscription, FOR_A_MONTH);
  await assertHeld(waiting, customer.email, 'NotConnected');
  await assertGoesOn(waiting, provider);
  assert.deepEqual(await mailsTo(customer.email), []);
});

test('the same where no method is saved: nobody is asked for what cannot be paid', async () => {
  const { subscription, customer } = await subscribe(app);
  const provider = workingProvider();
  const away = { ...provider, isReady: async () => false };
  const waiting = await onDays(at(away).ctx, subscription, FOR_A_MONTH);
  await assertHeld(waiting, customer.email, 'NotConnected');
  app.system.clock.set(waiting.dueAt ?? assert.fail());
  await takeStep(at(provider).ctx, subscription.id);
  const first = await subscriptionNow(app, subscription);
  assert.deepEqual([first.paymentState, first.asks], ['NeedsBuyer', 1]);
});

test('an amount below the minimum of the provider is held', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const provider = workingProvider();
  const capabilities: FakeProvider['capabilities'] = async (ctx) => ({
    ...(await provider.capabilities(ctx)),
    minimumMinor: () => 5_000,
  });
  const strict = { ...provider, capabilities };
  const waiting = await onDays(at(strict).ctx, subscription, FOR_A_MONTH);
  await assertHeld(waiting, customer.email, 'Amount');
  await assertGoesOn(waiting, provider);
});

test('a provider that does not accept the key is no decline of the buyer', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const provider = workingProvider();
  const { answerCharge } = provider;
  provider.answerCharge = async () => {
    throw new ProviderError('Forbidden', 'the key is not accepted');
  };
  const { ctx, runJobs } = at(provider);
  const waiting = await onDays(ctx, subscription, [0, 1.1, 2, 8, 22, 30], runJobs);
  await assertHeld(waiting, customer.email, 'Provider');
  provider.answerCharge = answerCharge;
  await assertGoesOn(waiting, provider);
});

test('a fault of the provider within dunning neither starts it again nor counts as its days', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesSoftly' });
  const first = await nextStep(app, subscription);
  assert.deepEqual([first.paymentState, first.attempts], ['Retrying', 1]);
  const provider = workingProvider();
  provider.answerCharge = async () => {
    throw new ProviderError('Forbidden', 'the key is not accepted');
  };
  const { ctx, runJobs } = at(provider);
  // It fails once nobody has answered for a day.
  const waiting = await onDays(ctx, subscription, [2.1, 3.2, 8, 9.1], runJobs);
  assert.deepEqual(
    [waiting.paymentState, waiting.holdReason, waiting.attempts, waiting.failure],
    ['Held', 'Provider', 1, first.failure],
  );
  const [before, shifted] = [first.failedAt?.getTime() ?? assert.fail(), waiting.failedAt ?? assert.fail()];
  assert.equal(Math.round(((shifted.getTime() - before) / DAY_MS) * 10), 70, 'from the first fault on');
  const again = await nextStep(app, subscription);
  assert.deepEqual([again.paymentState, again.holdReason, again.attempts], ['Retrying', null, 2]);
  let last = again;
  while (last.endedAt === null) last = await nextStep(app, subscription);
  const days = (last.endedAt.getTime() - shifted.getTime()) / DAY_MS;
  assert.equal(Math.round(days), 21, 'an hour later than that');
});

test('a shop that begins to collect taxes charges nobody whose country is missing, and goes on once it is there', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const fresh = async () => ({
    ...at(workingProvider()).ctx,
    account: (await findAccount(app.system, app.demo.id)) ?? assert.fail(),
  });
  await updateSettings(app.ctx, {
    seller: { country: 'DE', taxId: 'DE136695976' },
    tax: { mode: 'own', prices: 'inclusive', collectsIn: ['EU'] },
  });
  try {
    const waiting = await onDays(await fresh(), subscription, FOR_A_MONTH);
    await assertHeld(waiting, customer.email, 'TaxDetails');
    const address = { countryCode: 'DE', streetAddress1: 'Weg 1', postCode: '10115', locality: 'Berlin' };
    const headers = await app.apiKey(app.demo, 'customers:write');
    const profile = { url: `/api/customers/${customer.id}`, headers, payload: { address } };
    assert.equal((await app.inject({ method: 'PATCH', ...profile })).statusCode, 200);
    app.system.clock.set(waiting.dueAt ?? assert.fail());
    await takeStep(await fresh(), subscription.id);
    await at(workingProvider()).runJobs();
    const paid = await subscriptionNow(app, subscription);
    assert.deepEqual([paid.paymentState, paid.holdReason], ['Paid', null]);
  } finally {
    await updateSettings(app.ctx, { tax: { mode: 'none' } });
  }
});

test('a renewal that waits for its buyer neither asks nor ends on days on which nobody could pay', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'DeclinesForGood' });
  const first = await nextStep(app, subscription);
  const provider = workingProvider();
  const away = { ...provider, isReady: async () => false };
  const mails = await mailsTo(customer.email);
  const waiting = await onDays(at(away).ctx, subscription, [3, 10, 21, 22, 23]);
  assert.deepEqual([waiting.paymentState, waiting.endedAt], ['NeedsBuyer', null]);
  assert.deepEqual(await mailsTo(customer.email), mails);
  assert.equal(provider.charges.length, 0, 'a method that was declined for good is not charged again');
  const ended = await onDays(at(provider).ctx, subscription, [24, 40, 60]);
  assert.notEqual(ended.endedAt, null);
  assert.equal(first.asks, 1);
});
