import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { type FakeProvider, fakeProvider } from '../../../../test/fake-provider.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runJobs as finishJobs, runPaymentJobs, withProvider } from '../../../../test/payments.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { JobTables } from '../../../platform/jobs/tables.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { type Context, findAccount, updateSettings } from '../../accounts/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import { listPayments } from '../../payments/index.ts';
import { ProviderError } from '../../payments/provider-error.ts';
import { METHOD_OWNERS, takeStep, wakeHeldJob } from '../index.ts';
import { insertSubscription } from '../store.ts';
import type { HoldReason, Subscription, SubscriptionTables } from '../tables.ts';

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
  const [license] = await listLicenses(app.ctx, { subscriptionId: waiting.id, limit: 1 });
  const next = waiting.nextAttemptAt ?? assert.fail();
  // An amount follows from the quantity of the buyer, and taxes from their own details: those may not buy access.
  const isOfBuyer = reason === 'Amount' || reason === 'TaxDetails';
  assert.equal(waiting.status, isOfBuyer ? 'Expired' : 'Active');
  if (isOfBuyer) assert.ok((license?.expiresAt ?? next) < app.system.clock.now());
  else
    assert.deepEqual(
      [license?.expiresAt, daysBetween(next, waiting.expiresAt)],
      [waiting.expiresAt, 7],
      'with the grace beyond the next try',
    );
}

function daysBetween(from: Date | null, to: Date): number {
  return Math.round((to.getTime() - (from ?? assert.fail()).getTime()) / DAY_MS);
}

const FOR_A_MONTH = [0, 1, 8, 22, 30];

/** Within a day it goes on by itself, and is paid. */
async function assertGoesOn(waiting: Subscription, provider: FakeProvider): Promise<void> {
  const { ctx, runJobs } = at(provider);
  const { dueAt } = waiting;
  assert.ok(dueAt && dueAt.getTime() - app.system.clock.now().getTime() <= DAY_MS, 'within a day');
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
  const waiting = await onDays(ctx, subscription, [0, 1.1, 2, 8, 22, 30, 31.2], runJobs);
  await assertHeld(waiting, customer.email, 'Provider');
  provider.answerCharge = answerCharge;
  await assertGoesOn(waiting, provider);
});

test('tries of a held renewal ask the connection first, open no payment that nobody could make, and pause longer each time', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const provider = workingProvider();
  const { answerCharge } = provider;
  const refuse = async () => {
    throw new ProviderError('Forbidden', 'the key is not accepted');
  };
  Object.assign(provider, { answerCharge: refuse, answerProbe: refuse });
  const { ctx, runJobs } = at(provider);
  const waiting = await onDays(ctx, subscription, [0, 1.1], runJobs);
  assert.equal(waiting.holdReason, 'Provider');
  const payments = async () => {
    const order = (await periodsNow(app, subscription)).at(-1)?.orderId ?? assert.fail();
    return (await listPayments(app.ctx, { kind: 'Order', id: order })).length;
  };
  const pauses: number[] = [];
  for (let now = waiting; pauses.length < 4; now = await subscriptionNow(app, subscription)) {
    const nextAttemptAt = now.nextAttemptAt ?? assert.fail();
    app.system.clock.set(nextAttemptAt);
    await takeStep(ctx, subscription.id);
    const next = (await subscriptionNow(app, subscription)).nextAttemptAt ?? assert.fail();
    pauses.push(Math.round((next.getTime() - nextAttemptAt.getTime()) / 3_600_000));
  }
  assert.deepEqual(pauses, [24, 24, 24, 24], 'it had lasted for a day by then');
  assert.equal(await payments(), 1);
  Object.assign(provider, { answerCharge, answerProbe: async () => undefined });
  await assertGoesOn(await subscriptionNow(app, subscription), provider);
  assert.equal(await payments(), 2);
});

test('a fault of the shop is tried again after an hour, two, four, …, and its vendor gets one mail a day, and one each week', async () => {
  const email = 'vendor@example.com';
  await updateSettings(app.ctx, { seller: { email } });
  const [first, second] = [await subscribe(app), await subscribe(app)];
  const account = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  const ctx = { ...withProvider(app.ctx, { ...workingProvider(), isReady: async () => false }), account };
  const vendorMails = async () => {
    const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').select('textBody');
    return mails.where('recipient', '=', email).where('kind', '=', 'HeldRenewals').execute();
  };
  app.system.clock.set(second.subscription.paidUntil);
  for (const { subscription } of [first, second]) await takeStep(ctx, subscription.id);
  assert.equal((await vendorMails()).length, 1);
  assert.match((await vendorMails())[0]?.textBody ?? '', /keep their licenses/);
  const tries: number[] = [];
  const begin = app.system.clock.now();
  while (tries.length < 7) {
    const nextAttemptAt = (await subscriptionNow(app, first.subscription)).nextAttemptAt ?? assert.fail();
    app.system.clock.set(nextAttemptAt);
    tries.push(Math.round((nextAttemptAt.getTime() - begin.getTime()) / 3_600_000));
    await takeStep(ctx, first.subscription.id);
  }
  assert.deepEqual(tries, [1, 2, 4, 8, 16, 32, 56]);
  assert.equal((await vendorMails()).length, 1, 'of a fault that lasts, nothing more');
  const days: number[] = [];
  for (let count = 1; days.length < 2;) {
    const nextAttemptAt = (await subscriptionNow(app, first.subscription)).nextAttemptAt ?? assert.fail();
    app.system.clock.set(nextAttemptAt);
    for (const { subscription } of [first, second]) await takeStep(ctx, subscription.id);
    const { length } = await vendorMails();
    if (length > count) days.push(Math.floor((nextAttemptAt.getTime() - begin.getTime()) / DAY_MS));
    assert.ok(length <= count + 1, 'one mail, whatever is held');
    count = length;
  }
  assert.deepEqual(days, [7, 14], 'but every week');
});

test('access goes on while nobody can be charged, and is given back where it has ended', async () => {
  await updateSettings(app.ctx, { subscriptions: { graceDays: 0 } });
  const account = (await findAccount(app.system, app.demo.id)) ?? assert.fail();
  const { subscription } = await subscribe({ ...app, ctx: { ...app.ctx, account } }, { method: 'Succeeds' });
  const provider = workingProvider();
  provider.answerCharge = async () => {
    throw new ProviderError('Unavailable', 'it does not respond');
  };
  const { ctx, runJobs } = at(provider);
  assert.equal((await onDays({ ...ctx, account }, subscription, [0, 0.5], runJobs)).status, 'Active');
  // On a server of the release before.
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .updateTable('subscriptions')
      .set({ status: 'Expired', expiresAt: app.system.clock.now() })
      .where('id', '=', subscription.id)
      .execute(),
  );
  const again = await onDays({ ...ctx, account }, subscription, [1.1], runJobs);
  assert.deepEqual([again.status, again.holdReason], ['Active', 'Provider']);
  assert.equal(daysBetween(again.nextAttemptAt, again.expiresAt), 2, 'without a grace, too');
  await updateSettings(app.ctx, { subscriptions: { graceDays: 7 } });
});

test('an access that ended because its buyer did not pay is not given back by a fault of the shop', async () => {
  const { subscription } = await subscribe(app, { method: 'DeclinesSoftly' });
  let failing = await nextStep(app, subscription);
  while (failing.status !== 'Expired') failing = await nextStep(app, failing);
  assert.deepEqual([failing.paymentState, failing.endedAt], ['Retrying', null]);
  app.system.clock.set(failing.dueAt ?? assert.fail());
  await takeStep(at({ ...workingProvider(), isReady: async () => false }).ctx, subscription.id);
  const waiting = await subscriptionNow(app, subscription);
  assert.deepEqual([waiting.holdReason, waiting.status], ['NotConnected', 'Expired']);
  assert.deepEqual(waiting.expiresAt, failing.expiresAt);
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
  assert.equal(Math.round(days), 22, 'after the day that it was held last');
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
  const ended = await onDays(at(provider).ctx, subscription, [24, 40, 60, 68]);
  assert.notEqual(ended.endedAt, null);
  assert.equal(first.asks, 1);
});

async function connectAnew(): Promise<void> {
  const connected = METHOD_OWNERS['Subscription']?.connected ?? assert.fail();
  await transaction(app.ctx, connected);
  await finishJobs(app.system, wakeHeldJob);
  const jobs = app.system.database.reader.tables<JobTables>().selectFrom('jobs').select('lastError');
  assert.deepEqual(await jobs.where('kind', '=', wakeHeldJob.kind).execute(), []);
}

test('all that the connection held is tried, also behind a hundred others', async () => {
  const provider = { ...workingProvider(), isReady: async () => false };
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const waiting = await onDays(at(provider).ctx, subscription, [0]);
  assert.equal(waiting.holdReason, 'NotConnected');
  const { subscription: other } = await subscribe(app);
  await app.system.database.transaction(async (tx) => {
    for (let count = 0; count <= 100; count += 1) {
      const id = randomUUID();
      const later = new Date(waiting.createdAt.getTime() + DAY_MS);
      const standing = {
        paymentState: 'Held',
        holdReason: 'Overdue',
        dueAt: null,
        createdAt: later,
      } as const;
      await insertSubscription(tx, { ...other, ...standing, id, lineId: id });
    }
  });
  await connectAnew();
  const woken = await subscriptionNow(app, waiting);
  assert.ok(woken.dueAt !== null && woken.dueAt <= app.system.clock.now());
  await app.system.database.transaction((tx) =>
    tx
      .tables<SubscriptionTables>()
      .deleteFrom('subscriptions')
      .where('holdReason', '=', 'Overdue')
      .where('dueAt', 'is', null)
      .execute(),
  );
});

test('once the account is connected anew, what it held is tried at once, not what waits for the vendor', async () => {
  const renewals: Subscription[] = [];
  for (const isReady of [false, true]) {
    const { subscription } = await subscribe(app, { method: 'Succeeds' });
    const provider = { ...workingProvider(), isReady: async () => isReady };
    // The second one is overdue by then.
    renewals.push(await onDays(at(provider).ctx, subscription, [isReady ? 4 : 0]));
  }
  assert.deepEqual(
    renewals.map(({ holdReason }) => holdReason),
    ['NotConnected', 'Overdue'],
  );
  await connectAnew();
  const now = app.system.clock.now();
  const [woken, overdue] = await Promise.all(renewals.map((each) => subscriptionNow(app, each)));
  assert.ok(woken?.dueAt && woken.dueAt <= now);
  assert.equal(overdue?.nextAttemptAt, null);
  await takeStep(at(workingProvider()).ctx, woken.id);
  await at(workingProvider()).runJobs();
  assert.equal((await subscriptionNow(app, woken)).paymentState, 'Paid');
});
