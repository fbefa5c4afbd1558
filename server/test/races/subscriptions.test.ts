import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createVariation } from '../../src/modules/catalog/index.ts';
import { createCoupon, pageCodes } from '../../src/modules/coupons/index.ts';
import { listOrders, type Order, payOrder, updateOrder } from '../../src/modules/orders/index.ts';
import { listRefunds, setTestMethodBehaviour } from '../../src/modules/payments/index.ts';
import { subscriptionsOfOrder, takeStep } from '../../src/modules/subscriptions/index.ts';
import { brokenInvariants } from '../../src/modules/subscriptions/store-invariants.ts';
import { listPeriods, readSubscription } from '../../src/modules/subscriptions/store.ts';
import type { Period, Subscription } from '../../src/modules/subscriptions/tables.ts';
import { testEngine } from '../database.ts';
import { assertInvariants } from '../invariants.ts';
import { times } from '../length.ts';
import { type LicensingScenario, licensingScenario } from '../licensing.ts';
import { runPaymentJobs } from '../payments.ts';
import { runTogether } from '../processes.ts';
import { GUEST_LINK } from '../shop.ts';
import { untilExercised } from './until-exercised.ts';

const SCRIPT = new URL('subscription-process.ts', import.meta.url);
const PROCESSES = testEngine() === 'sqlite' ? 2 : 3;
/** 300 with `npm test -- --long`. */
const RACES = times(10, 300);
/** So much that a paid period still runs, and less than a lease of a job. */
const EARLY_MS = 10_000;
const MONTHLY_MINOR = 1_000;
const PRO_MINOR = 3_000;
/** The payments of the rent to own. */
const CYCLES = 4;
/** The first renewal leads to a code of it. */
const COUPON = 'racer-loyal';
const MILESTONE = { afterCycles: 2, couponId: COUPON };

/** A rent to own that renews in an hour at the latest; all renewals are charged to a test card. */
async function subscribe({ ctx, customer }: LicensingScenario): Promise<Subscription> {
  const { id: customerId } = await customer();
  const orderId = randomUUID();
  const items = [{ type: 'Product' as const, productId: 'racer', variationId: 'racer-monthly', quantity: 1 }];
  await updateOrder(ctx, { orderId, customerId, patch: { items, utm: {} } });
  await payOrder(ctx, {
    orderId,
    link: { ...GUEST_LINK, buyer: { kind: 'Customer', customerId } },
    buyer: { name: 'Racer', email: '' },
    returnUrl: 'https://shop.example',
    recurringWording: '2026-12',
    input: { sandboxMethod: 'Succeeds' },
  });
  const [subscription = assert.fail('nothing was subscribed to')] = await subscriptionsOfOrder(ctx, orderId);
  return subscription;
}

async function openScenario(): Promise<LicensingScenario> {
  const scenario = await licensingScenario();
  await scenario.product({ id: 'racer' });
  const item = { type: 'Product', id: 'racer' } as const;
  const benefit = { type: 'PercentageOff', basisPoints: 1_000 } as const;
  await createCoupon(scenario.ctx, { id: COUPON, name: 'Loyal', benefit });
  for (const [id, EUR, terms] of [
    ['racer-monthly', MONTHLY_MINOR, { ownAfterCycles: CYCLES, milestones: [MILESTONE] }],
    ['racer-pro', PRO_MINOR, {}],
  ] as const) {
    const variation = { id, name: id, recurrence: 'Monthly', prices: { EUR } } as const;
    await createVariation(scenario.ctx, item, { ...variation, terms });
  }
  return scenario;
}

/** What became of one subscription. */
interface Outcome {
  readonly subscription: Subscription;
  readonly periods: readonly Period[];
  /** Its paid orders but the first. */
  readonly orders: readonly Order[];
  /** What was paid for them, without what went back. */
  readonly paidMinor: (origin: Order['origin']) => number;
}

async function outcomeOf({ ctx, system }: LicensingScenario, { id }: Subscription): Promise<Outcome> {
  const { reader } = system.database;
  const subscription = (await readSubscription(reader, 'demo', id)) ?? assert.fail();
  const all = await listOrders(ctx, { customerId: subscription.customerId, limit: 99 });
  const orders = all.filter(({ subscriptionId, status }) => subscriptionId === id && status === 'Completed');
  const paid = new Map<Order['origin'], number>();
  for (const { id: orderId, origin, content } of orders) {
    const refunds = await listRefunds(ctx, { kind: 'Order', id: orderId, limit: 9 });
    const refundedMinor = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const dueMinor = content?.quote.total.dueMinor ?? 0;
    paid.set(origin, (paid.get(origin) ?? 0) + dueMinor - refundedMinor);
  }
  const periods = await listPeriods(reader, { accountId: 'demo', id }, { limit: 99 });
  return { subscription, periods, orders, paidMinor: (origin) => paid.get(origin) ?? 0 };
}

interface RaceOptions {
  /** It is so much earlier for the other processes than for the first one, for which a renewal is due. */
  readonly earlyMs?: number;
  /** Brings each subscription into the state in which it is raced for. */
  readonly prepare?: (scenario: LicensingScenario, subscription: Subscription) => Promise<void>;
}

async function race(
  name: string,
  check: (scenario: LicensingScenario, outcomes: readonly Outcome[]) => Promise<void> | void,
  { earlyMs = 0, prepare }: RaceOptions = {},
): Promise<void> {
  const scenario = await openScenario();
  try {
    const subscriptions: Subscription[] = [];
    const start = scenario.clock.now();
    for (let index = 0; index < RACES; index += 1) {
      scenario.clock.set(start);
      subscriptions.push(await subscribe(scenario));
    }
    await runPaymentJobs(scenario.system);
    if (prepare) for (const subscription of subscriptions) await prepare(scenario, subscription);
    const dues = prepare
      ? await Promise.all(subscriptions.map((each) => dueOf(scenario, each)))
      : subscriptions.map(({ paidUntil }) => paidUntil.getTime());
    const dueAt = Math.max(...dues) + 1_000;
    const parts = Array.from({ length: PROCESSES }, (_, number) => [
      scenario.location,
      name,
      String(number),
      new Date(dueAt - (number === 0 ? 0 : earlyMs)).toISOString(),
      subscriptions.map(({ id }) => id).join(','),
    ]);
    assert.deepEqual(await runTogether(SCRIPT, parts), Array(PROCESSES).fill(RACES));
    const outcomes: Outcome[] = [];
    for (const subscription of subscriptions) outcomes.push(await outcomeOf(scenario, subscription));
    await check(scenario, outcomes);
  } finally {
    await scenario.close();
  }
}

async function dueOf({ system }: LicensingScenario, { id }: Subscription): Promise<number> {
  const { dueAt } = (await readSubscription(system.database.reader, 'demo', id)) ?? {};
  return dueAt?.getTime() ?? assert.fail('nothing is due');
}

/** Its renewal is declined, and would succeed at the next try. */
async function decline({ ctx, system, clock }: LicensingScenario, subscription: Subscription): Promise<void> {
  const methodId = subscription.methodId ?? assert.fail('no method was saved');
  await setTestMethodBehaviour(ctx, methodId, 'DeclinesSoftly');
  clock.set(subscription.paidUntil);
  await takeStep(ctx, subscription.id);
  await runPaymentJobs(system);
  await setTestMethodBehaviour(ctx, methodId, 'Succeeds');
}

const renewals = ({ orders }: Outcome) => orders.filter(({ origin }) => origin === 'Renewal').length;
const all =
  (rule: (outcome: Outcome) => void) =>
  async ({ system }: LicensingScenario, outcomes: readonly Outcome[]) => {
    for (const outcome of outcomes) rule(outcome);
    await assertInvariants(system.database.reader);
  };

test('several processes with one due renewal charge it once, and give the code that it leads to once', () =>
  race('renew', async (scenario, outcomes) => {
    await all((outcome) => {
      assert.equal(renewals(outcome), 1);
      assert.equal(outcome.paidMinor('Renewal'), MONTHLY_MINOR);
      assert.deepEqual(
        outcome.periods.map(({ state }) => state),
        ['Paid', 'Paid'],
      );
    })(scenario, outcomes);
    const codes = await pageCodes(scenario.ctx, { couponId: COUPON }, { limit: RACES + 1 });
    assert.equal(codes.length, RACES);
  }));

test('the vendor who charges a renewal again beside the job that does pays one period with one charge', () =>
  race(
    'retry',
    all((outcome) => {
      assert.equal(renewals(outcome), 1);
      assert.equal(outcome.paidMinor('Renewal'), MONTHLY_MINOR);
      assert.equal(outcome.subscription.paymentState, 'Paid');
    }),
    { prepare: decline },
  ));

test('a cancellation beside a renewal prevents its charge, or its period is given, or its money goes back', () =>
  race(
    'cancel',
    all((outcome) => {
      const { subscription, periods } = outcome;
      assert.equal(subscription.status, 'Cancelled');
      const paid = periods.filter(({ state }) => state === 'Paid').length;
      // An order whose charge was under way at the cancellation is completed, and its money goes back.
      assert.equal(
        outcome.paidMinor('Renewal'),
        (paid - 1) * MONTHLY_MINOR,
        'each charge that stays pays a period',
      );
      assert.deepEqual(subscription.paidUntil, periods[paid - 1]?.endsAt);
    }),
  ));

test('a change of the plan beside a renewal is paid and begins, or gives its money back; the renewal is charged once', () =>
  race(
    'change',
    all((outcome) => {
      const { subscription, paidMinor, periods } = outcome;
      assert.equal(renewals(outcome), 1);
      assert.equal(periods.length, 2);
      const isChanged = subscription.variationId === 'racer-pro';
      assert.equal(paidMinor('PlanChange') > 0, isChanged, 'a change is paid for exactly if it began');
      const wasBefore = isChanged && paidMinor('Renewal') === PRO_MINOR;
      assert.ok(wasBefore || paidMinor('Renewal') === MONTHLY_MINOR, `${paidMinor('Renewal')} for a renewal`);
    }),
    { earlyMs: EARLY_MS },
  ));

test('a payoff beside a renewal costs what is left, whichever comes first, and nothing twice', () =>
  race(
    'payoff',
    all((outcome) => {
      const { subscription, paidMinor } = outcome;
      const sum = paidMinor('Renewal') + paidMinor('Payoff');
      const isOwned = subscription.status === 'Completed';
      assert.equal(sum, isOwned ? (CYCLES - 1) * MONTHLY_MINOR : MONTHLY_MINOR);
    }),
    { earlyMs: -EARLY_MS },
  ));

test('the race is run: checking first and renewing then charges a renewal twice', () =>
  untilExercised(() =>
    race('renew-naively', (_scenario, outcomes) => {
      assert.ok(outcomes.some((outcome) => renewals(outcome) > 1));
    }),
  ));

test('the race is run: checking first and charging again then charges a renewal twice', () =>
  untilExercised(() =>
    race(
      'retry-naively',
      (_scenario, outcomes) => {
        assert.ok(outcomes.some((outcome) => renewals(outcome) > 1));
      },
      { prepare: decline },
    ),
  ));

for (const name of ['cancel', 'change', 'payoff'])
  test(`the race is run: a ${name} that writes what it has read before loses the renewal beside it`, () =>
    untilExercised(() =>
      race(`${name}-naively`, async ({ system }) => {
        assert.notDeepEqual(await brokenInvariants(system.database.reader), []);
      }),
    ));
