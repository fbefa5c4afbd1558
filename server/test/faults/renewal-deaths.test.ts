import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Context } from '../../src/modules/accounts/index.ts';
import { findCustomer } from '../../src/modules/customers/index.ts';
import { listLicenses } from '../../src/modules/licensing/index.ts';
import { listOrders, openOrdersOf } from '../../src/modules/orders/index.ts';
import { findMethod } from '../../src/modules/payments/index.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import {
  cancelSubscription,
  changeMethod,
  changePlan,
  endSubscription,
  openPayoff,
  planTerms,
  renewSubscription,
} from '../../src/modules/subscriptions/index.ts';
import { listPeriods, readSubscription } from '../../src/modules/subscriptions/store.ts';
import type { Subscription } from '../../src/modules/subscriptions/tables.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { transaction } from '../../src/platform/context/context.ts';
import type { MailTables } from '../../src/platform/mail/tables.ts';
import { balanceOf } from '../bank.ts';
import { MortalProcess } from '../crashes.ts';
import { testEngine } from '../database.ts';
import { assertInvariants } from '../invariants.ts';
import { IS_LONG, times } from '../length.ts';
import { openSubscriptionShop, PLANS, type SubscriptionShop } from '../walks/subscription-shop.ts';

let shop: SubscriptionShop;

/**
 * In the short form, a process dies at each step of a renewal, and at every eleventh one of the other stories; on
 * PostgreSQL, where a death takes three times as long, at every third one and every 29th one.
 */
const [RENEWAL_STRIDE, STRIDE] =
  testEngine() === 'postgres' ? [times(3, 1), times(29, 1)] : [1, times(11, 1)];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a process does that may die, and what was there before. */
interface Story {
  readonly name: string;
  readonly plan: string;
  /** What happened before. */
  readonly before?: (subscription: Subscription) => Promise<void>;
  /** What somebody asks for; who got no answer asks again. */
  readonly ask?: (ctx: Context, subscription: Subscription) => Promise<unknown>;
  /** The money of each payment that the vendor has in the end, in whole euros. */
  readonly euros: readonly number[];
  /** The status in the end, and the number of periods. */
  readonly end: readonly [status: string, periods: number];
}

const subscriptionNow = async ({ id }: Pick<Subscription, 'id'>): Promise<Subscription> =>
  (await readSubscription(shop.system.database.reader, 'demo', id)) ?? assert.fail();

const renewalIsDue = async ({ paidUntil }: Subscription) => shop.system.clock.set(paidUntil);
const tenDaysLater = async () => shop.system.clock.advance(10 * DAY_MS);

/** The first renewal was declined, and the card is good again when it is charged the next time. */
async function retryIsDue(subscription: Subscription): Promise<void> {
  const { methodId, paidUntil } = subscription;
  const method = await findMethod(await shop.context(), methodId ?? '');
  shop.bank.setBehaviour(method?.reference ?? '', 'DeclinesSoftly');
  shop.system.clock.set(paidUntil);
  await shop.runJobs();
  shop.bank.setBehaviour(method?.reference ?? '', 'Succeeds');
  shop.system.clock.set((await subscriptionNow(subscription)).nextAttemptAt ?? assert.fail());
}

async function changeTo(ctx: Context, { id }: Subscription, variationId: string): Promise<void> {
  const { variationId: now, nextPlan } = await subscriptionNow({ id });
  if (now === variationId || nextPlan !== null) return;
  await changePlan(ctx, id, { variationId }, await planTerms(ctx, id));
}

async function payOff(ctx: Context, { id, customerId }: Subscription): Promise<void> {
  const [running] = await transaction(ctx, (tx) => openOrdersOf(tx, id, 'Payoff'));
  if (running === undefined) await openPayoff(ctx, id);
  const [order] = await transaction(ctx, (tx) => openOrdersOf(tx, id, 'Payoff'));
  if (order !== undefined) await shop.pay(order.id, customerId, ctx);
}

async function renewFromNow(ctx: Context, { id, customerId }: Subscription): Promise<void> {
  if ((await subscriptionNow({ id })).endedAt !== null) await renewSubscription(ctx, id);
  const { state, orderId } = (await periodsOf({ id })).at(-1) ?? assert.fail();
  if (state === 'Open' && orderId !== null) await shop.pay(orderId, customerId, ctx);
}

const STORIES: readonly Story[] = [
  { name: 'a renewal', plan: 'monthly', before: renewalIsDue, euros: [9, 9], end: ['Active', 2] },
  {
    name: 'a charge that is repeated',
    plan: 'monthly',
    before: retryIsDue,
    euros: [9, 0, 9],
    end: ['Active', 2],
  },
  {
    name: 'the renewal that completes a rent to own',
    plan: 'monthly-own',
    before: async (subscription) => {
      for (let month = 0; month < 3; month += 1) {
        shop.system.clock.set((await subscriptionNow(subscription)).paidUntil);
        await shop.runJobs();
      }
      shop.system.clock.set((await subscriptionNow(subscription)).paidUntil);
    },
    euros: [12, 12, 12, 12, 12],
    end: ['Completed', 5],
  },
  {
    name: 'a dearer plan of another cycle',
    plan: 'monthly',
    before: tenDaysLater,
    ask: (ctx, subscription) => changeTo(ctx, subscription, 'yearly-own'),
    euros: [9, 114],
    end: ['Active', 2],
  },
  {
    name: 'another card that pays an open renewal',
    plan: 'monthly',
    before: async (subscription) => {
      await retryIsDue(subscription);
      const method = await findMethod(await shop.context(), subscription.methodId ?? '');
      shop.bank.setBehaviour(method?.reference ?? '', 'DeclinesForGood');
      await shop.runJobs();
    },
    ask: async (ctx, { id, methodId }) => {
      const now = await subscriptionNow({ id });
      if (now.methodId === methodId) await changeMethod(ctx, now, { returnUrl: 'https://shop.example' });
    },
    euros: [9, 0, 0, 9],
    end: ['Active', 2],
  },
  {
    name: 'a payoff',
    plan: 'monthly-own',
    before: tenDaysLater,
    ask: payOff,
    euros: [12, 48],
    end: ['Completed', 1],
  },
  {
    name: 'a cancellation while a renewal is due',
    plan: 'monthly',
    before: renewalIsDue,
    ask: (ctx, { id }) => cancelSubscription(ctx, id),
    euros: [9],
    end: ['Cancelled', 1],
  },
  {
    name: 'an end at once that gives the unused days back',
    plan: 'yearly',
    before: tenDaysLater,
    ask: (ctx, { id }) => endSubscription(ctx, id, { refund: 'Unused' }),
    euros: [2],
    end: ['Expired', 1],
  },
  {
    name: 'a renewal after the end',
    plan: 'monthly',
    before: async ({ id, expiresAt }) => {
      await cancelSubscription(await shop.context(), id);
      shop.system.clock.set(expiresAt);
      await shop.runJobs();
      await tenDaysLater();
    },
    ask: renewFromNow,
    euros: [9, 9],
    end: ['Active', 3],
  },
];

function periodsOf({ id }: Pick<Subscription, 'id'>) {
  return listPeriods(shop.system.database.reader, { accountId: 'demo', id }, { limit: 99 });
}

/** Everything that a process with this luck does, until it has died or nothing is left to do. */
async function run({ ask }: Story, subscription: Subscription, mortal: MortalProcess): Promise<void> {
  const ctx = { ...(await shop.context()), ...mortal.systemOf(shop.system) };
  try {
    await ask?.(ctx, subscription);
  } catch (error) {
    if (!mortal.hasDied) throw error;
  }
  await shop.runJobs(mortal.systemOf(shop.system)).catch((error: unknown) => {
    if (!mortal.hasDied) throw error;
  });
}

/** Another process: who got no answer asks again, and the jobs run again. */
async function recover({ ask }: Story, subscription: Subscription): Promise<void> {
  shop.system.clock.advance(60_000);
  await ask?.(await shop.context(), subscription).catch((error: unknown) => {
    // It happened before the process died.
    if (!(error instanceof Problem)) throw error;
  });
  for (let hour = 0; hour < 3; hour += 1) {
    await shop.runJobs();
    shop.system.clock.advance(HOUR_MS);
  }
}

/** What the vendor has of the payments of a customer, in whole euros, in the order in which they were made. */
async function eurosOf({ customerId }: Subscription): Promise<number[]> {
  const orders = await listOrders(await shop.context(), { customerId, limit: 99 });
  const ids = new Set(orders.map(({ id }) => id));
  const payments = await shop.system.database.reader
    .tables<PaymentTables>()
    .selectFrom('payments')
    .select(['id', 'subjectId'])
    .execute();
  const own = new Set(payments.filter(({ subjectId }) => ids.has(subjectId)).map(({ id }) => id));
  return shop.bank.payments
    .filter(({ paymentId }) => own.has(paymentId))
    .map((payment) => Math.round(balanceOf(payment) / 100));
}

async function receiptsOf({ customerId }: Subscription): Promise<number> {
  const customer = await findCustomer(await shop.context(), customerId);
  const mails = shop.system.database.reader.tables<MailTables>().selectFrom('mails').select('id');
  const rows = await mails
    .where('kind', '=', 'Receipt')
    .where('recipient', '=', customer?.email ?? '')
    .execute();
  return rows.length;
}

async function assertEnd({ euros, end }: Story, subscription: Subscription, step: number): Promise<void> {
  const about = `died at step ${step}`;
  const [status, periods] = end;
  assert.deepEqual(await eurosOf(subscription), euros, about);
  const now = await subscriptionNow(subscription);
  assert.deepEqual([now.status, (await periodsOf(subscription)).length], [status, periods], about);
  const paid = euros.filter((amount) => amount > 0).length;
  assert.equal(await receiptsOf(subscription), paid, `one receipt for each payment, ${about}`);
  const licenses = await listLicenses(await shop.context(), { subscriptionId: now.id, limit: 9 });
  const expiresAt = status === 'Completed' ? null : now.expiresAt;
  assert.deepEqual(
    licenses.map((license) => license.expiresAt),
    [expiresAt],
    about,
  );
}

/** Lives through a story with a process that dies at a step; returns whether it came to that. */
async function live(story: Story, step: number): Promise<boolean> {
  shop = await openSubscriptionShop();
  try {
    const plan = PLANS.find(({ id }) => id === story.plan) ?? assert.fail();
    const { subscription } = await shop.subscribe({ plan });
    await story.before?.(subscription);
    // In the long form also at every statement.
    const mortal = new MortalProcess(step, { countsStatements: IS_LONG });
    await run(story, subscription, mortal);
    await recover(story, subscription);
    await assertEnd(story, subscription, step);
    await assertInvariants(shop.system.database.reader);
    return mortal.hasDied;
  } finally {
    await shop.close();
  }
}

describe('a process dies at every transaction and call of the provider, before and after it, and another one goes on', () => {
  for (const story of STORIES)
    test(`${story.name}: nothing is charged twice, and nothing is lost`, async (t) => {
      let deaths = 0;
      for (
        let step = 1;
        await live(story, step);
        step += story.name === 'a renewal' ? RENEWAL_STRIDE : STRIDE
      )
        deaths += 1;
      t.diagnostic(`${deaths} deaths`);
      assert.ok(deaths > 0, 'it never died');
    });
});
