import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { assertInvariants } from '../../../../test/invariants.ts';
import { runJobs } from '../../../../test/payments.ts';
import { sendMails } from '../../../../test/sent-mails.ts';
import { stockShop } from '../../../../test/shop.ts';
import { nextStep, periodsNow, subscribe, subscriptionNow } from '../../../../test/subscriptions.ts';
import type { JobTables } from '../../../platform/jobs/tables.ts';
import type { MailTables } from '../../../platform/mail/tables.ts';
import { createVariation } from '../../catalog/index.ts';
import {
  announcePrice,
  announcePriceJob,
  cancelSubscription,
  changePlan,
  confirmPriceJob,
  extendSubscription,
  pauseSubscription,
  planTerms,
  resumeSubscription,
  takeStep,
} from '../index.ts';
import { listOrders } from '../../orders/index.ts';
import { insertPeriod, insertSubscription } from '../store.ts';
import type { Subscription, SubscriptionTables } from '../tables.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = DAY_MS / MINUTE_MS;
const MONTHLY = { type: 'Product', productId: 'synth', variationId: 'synth-monthly' } as const;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await stockShop(app, app.demo);
  const pro = {
    id: 'synth-pro',
    name: 'Pro',
    recurrence: 'Monthly',
    prices: { EUR: 1_500, USD: 1_500 },
  } as const;
  await createVariation(app.ctx, { type: 'Product', id: 'synth' }, pro);
});
afterEach(() => assertInvariants(app.system.database.reader));
after(() => app.close());

const inDays = (days: number) => new Date(app.system.clock.now().getTime() + days * DAY_MS);

async function announce(
  { variationId, currency }: Subscription,
  unitMinor: number,
  from: Date,
): Promise<void> {
  await announcePrice(app.ctx, { variationId, currency, unitMinor, from }, { isPreview: false });
  await runJobs(app.system, announcePriceJob);
}

async function lettersTo(email: string): Promise<number> {
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').select('id');
  const letters = mails.where('recipient', '=', email).where('kind', '=', 'Subscription');
  return (await letters.execute()).length;
}

test('a price that is announced again as it was is told once; another day, or one that was not delivered, is told anew', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  const from = inDays(45);
  await announce(subscription, 5_900, from);
  const first = await subscriptionNow(app, subscription);
  await sendMails(app.system);
  await announce(subscription, 5_900, from);
  assert.equal(await lettersTo(customer.email), 1);
  assert.deepEqual((await subscriptionNow(app, subscription)).nextPriceMailId, first.nextPriceMailId);
  for (const day of [44, 60]) await announce(subscription, 5_900, inDays(day));
  assert.equal(await lettersTo(customer.email), 2, 'the last of them, which waits');
  const last = await subscriptionNow(app, subscription);
  await sendMails(app.system, () => 'Refused');
  app.system.clock.advance(DAY_MS);
  await runJobs(app.system, confirmPriceJob);
  assert.notEqual((await subscriptionNow(app, subscription)).nextPriceFailedAt, null);
  await announce(subscription, 5_900, last.nextPriceFrom ?? assert.fail());
  const again = await subscriptionNow(app, subscription);
  assert.notEqual(again.nextPriceMailId, last.nextPriceMailId);
  assert.equal(again.nextPriceFailedAt, null);
});

test('a pause or given days that move the next payment beyond the day of a new price say the new one, which is charged', async () => {
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  await announce(subscription, 5_900, inDays(45));
  await sendMails(app.system);
  app.system.clock.advance(DAY_MS);
  await runJobs(app.system, confirmPriceJob);
  const next = async () => (await subscriptionNow(app, subscription)).total.dueMinor;
  assert.equal(await next(), 4_900, 'the next payment is before that day');
  await pauseSubscription(app.ctx, subscription.id, 1);
  assert.equal(await next(), 5_900);
  await resumeSubscription(app.ctx, subscription.id);
  assert.equal(await next(), 4_900);
  await extendSubscription(app.ctx, subscription.id, { days: 20, reason: 'Sorry' });
  assert.equal(await next(), 5_900);
  app.system.clock.set((await subscriptionNow(app, subscription)).paidUntil);
  await takeStep(app.ctx, subscription.id);
  const [order] = await listOrders(app.ctx, { subscriptionId: subscription.id, limit: 1 });
  assert.equal(order?.content?.quote.total.dueMinor, 5_900);
});

test('who has cancelled is told of no price, and who keeps it then is told as all others', async () => {
  const { subscription, customer } = await subscribe(app, { method: 'Succeeds' });
  await cancelSubscription(app.ctx, subscription.id);
  const letters = await lettersTo(customer.email);
  await announce(subscription, 6_100, inDays(45));
  assert.equal(await lettersTo(customer.email), letters);
  await resumeSubscription(app.ctx, subscription.id);
  assert.equal(await lettersTo(customer.email), letters + 2, 'that it goes on, and the price');
  await sendMails(app.system);
  app.system.clock.advance(DAY_MS);
  await runJobs(app.system, confirmPriceJob);
  await nextStep(app, subscription);
  await nextStep(app, subscription);
  const { price, nextPriceMinor } = await subscriptionNow(app, subscription);
  assert.deepEqual([price.unitOriginalMinor, nextPriceMinor], [6_100, null]);
});

test('everybody is told, also behind a hundred others', async () => {
  const { subscription } = await subscribe(app, { item: MONTHLY });
  const [period = assert.fail()] = await periodsNow(app, subscription);
  // Before every real one, in the order of their ids.
  const ids = Array.from(
    { length: 101 },
    (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  const cancelled = { status: 'Cancelled', cancelledAt: subscription.createdAt } as const;
  await app.system.database.transaction(async (tx) => {
    for (const id of ids) {
      await insertSubscription(tx, { ...subscription, ...cancelled, id, lineId: id });
      await insertPeriod(tx, { ...period, subscriptionId: id });
    }
  });
  await announce(subscription, 1_000, inDays(45));
  assert.equal((await subscriptionNow(app, subscription)).nextPriceMinor, 1_000);
  await app.system.database.transaction(async (tx) => {
    const tables = tx.tables<SubscriptionTables>();
    await tables.deleteFrom('revenueChanges').where('subscriptionId', 'in', ids).execute();
    await tables.deleteFrom('subscriptionPeriods').where('subscriptionId', 'in', ids).execute();
    await tables.deleteFrom('subscriptions').where('id', 'in', ids).execute();
  });
});

test('that a price is not charged after all is told with what the agreed plan will cost', async () => {
  const { subscription, customer } = await subscribe(app, { item: MONTHLY, quantity: 3, method: 'Succeeds' });
  const { unitOriginalMinor } = subscription.price;
  await announce(subscription, 6_100, inDays(45));
  await sendMails(app.system);
  const terms = await planTerms(app.ctx, subscription.id);
  await changePlan(app.ctx, subscription.id, { quantity: 1, when: 'NextPeriod' }, terms);
  await announce(subscription, unitOriginalMinor, inDays(45));
  const mails = app.system.database.reader.tables<MailTables>().selectFrom('mails').selectAll();
  const letters = await mails.where('recipient', '=', customer.email).orderBy('createdAt', 'desc').execute();
  const stays = letters.find(({ subject }) => subject.endsWith('stays as it is'));
  assert.match(stays?.textBody ?? '', /€9\.00/);
});

test('an announced price stays when the number of licenses changes, and goes with another plan', async () => {
  const { subscription } = await subscribe(app, { item: MONTHLY, quantity: 2, method: 'Succeeds' });
  await announce(subscription, 1_100, inDays(75));
  const change = async (request: object) => {
    const terms = await planTerms(app.ctx, subscription.id);
    await changePlan(app.ctx, subscription.id, { ...request, when: 'NextPeriod' }, terms);
    return nextStep(app, subscription);
  };
  const fewer = await change({ quantity: 1 });
  assert.deepEqual([fewer.quantity, fewer.nextPriceMinor], [1, 1_100]);
  const other = await change({ variationId: 'synth-pro' });
  assert.deepEqual([other.variationId, other.nextPriceMinor, other.nextPriceFrom], ['synth-pro', null, null]);
  assert.equal((await nextStep(app, subscription)).price.unitOriginalMinor, 1_500);
});

test('while the mail about a price waits, it is looked after as often as that lasts: after ten minutes to a day', async () => {
  app.system.clock.hold('the times at which somebody looks are exact');
  const { subscription } = await subscribe(app, { method: 'Succeeds' });
  const start = app.system.clock.now().getTime();
  await announce(subscription, 5_900, inDays(45));
  /** After so many minutes, and until the next time. */
  const looks = [];
  for (const minutes of [0, 10, 60, 3 * DAY_MINUTES]) {
    app.system.clock.set(new Date(start + minutes * MINUTE_MS));
    await runJobs(app.system, confirmPriceJob);
    const next = await nextLook(subscription);
    looks.push(next && (next.getTime() - start) / MINUTE_MS - minutes);
  }
  assert.deepEqual(looks, [10, 10, 60, DAY_MINUTES]);
  await sendMails(app.system);
  app.system.clock.advance(DAY_MS);
  await runJobs(app.system, confirmPriceJob);
  assert.equal(await nextLook(subscription), null, 'it was sent');
});

/** When the mail about a price is looked at next; null: never. */
async function nextLook({ id }: Subscription): Promise<Date | null> {
  const jobs = app.system.database.reader.tables<JobTables>().selectFrom('jobs').selectAll();
  const rows = await jobs.where('kind', '=', confirmPriceJob.kind).execute();
  const [look, ...others] = rows.filter(({ payload }) => payload['subscriptionId'] === id);
  assert.deepEqual(others, [], 'one waits at most');
  return look?.runAt ?? null;
}
