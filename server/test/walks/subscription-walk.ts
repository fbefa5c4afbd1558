import assert from 'node:assert/strict';
import type { LicensingTables } from '../../src/modules/licensing/tables.ts';
import type { OrderTables } from '../../src/modules/orders/tables.ts';
import { ProviderError } from '../../src/modules/payments/provider-error.ts';
import type { PaymentTables } from '../../src/modules/payments/tables.ts';
import {
  lastPeriod,
  listPeriods,
  periodOfOrder,
  readSubscription,
} from '../../src/modules/subscriptions/store.ts';
import type { Period, Subscription, SubscriptionTables } from '../../src/modules/subscriptions/tables.ts';
import { Problem } from '../../src/kernel/problem.ts';
import { nextJob } from '../../src/platform/jobs/store.ts';
import { type BankPayment, balanceOf } from '../bank.ts';
import { BuyerModel, type ModelSale } from './buyer-model.ts';
import { IS_LONG } from '../length.ts';
import { choose } from './subscription-choice.ts';
import { brokenIn } from './subscription-rules.ts';
import type { StepOfOne } from './subscription-steps.ts';
import { COUPON, openSubscriptionShop, type SubscriptionShop } from './subscription-shop.ts';

export const DAY_MS = 86_400_000;
/** The account of the shop: without it, a query reads whole tables. */
const ACCOUNT = 'demo';
const END_DAYS = 21;

/** One subscription of a walk: what is known of it, and what should be true. */
export interface WalkedSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly model: BuyerModel;
  /** Its payments whose money has been counted, by the period that they pay. */
  readonly paidPeriods: Map<number, BankPayment>;
  /** The period whose payment a bank holds. */
  disputed: readonly [number: number, payment: BankPayment] | null;
}

/** What a walk came to, for its report. */
export interface WalkCounts {
  subscriptions: number;
  days: number;
  charges: number;
  declines: number;
  steps: number;
  refused: number;
}

/** Subscriptions that live through simulated years, and a model beside each. */
export class SubscriptionWalk {
  readonly shop: SubscriptionShop;
  readonly subscriptions: WalkedSubscription[] = [];
  readonly counts: WalkCounts = { subscriptions: 0, days: 0, charges: 0, declines: 0, steps: 0, refused: 0 };
  readonly #byId = new Map<string, WalkedSubscription>();
  readonly #seen = new Map<string, number>();
  /** Those that have changed, or that somebody has asked something of, since the rules were last checked. */
  readonly #unchecked = new Set<string>();
  readonly #waiting: BankPayment[] = [];
  /** The payments that the bank has made. */
  readonly #moved = new Set<string>();
  #read = 0;

  constructor(shop: SubscriptionShop) {
    this.shop = shop;
  }

  get clock() {
    return this.shop.system.clock;
  }

  get #tables() {
    return this.shop.system.database.reader.tables<
      SubscriptionTables & PaymentTables & OrderTables & LicensingTables
    >();
  }

  async subscribe(
    sale: Omit<ModelSale, 'at' | 'reduction'> & { readonly hasCoupon: boolean },
  ): Promise<void> {
    const { plan, quantity, hasCoupon } = sale;
    const { subscription, customerId } = await this.shop.subscribe(sale);
    const { id, startedAt } = subscription;
    const [first = assert.fail('it has no period')] = await this.periods({ id });
    const share = COUPON.percent / 100;
    const minor = plan.unitMinor * quantity * share;
    const reduction = hasCoupon ? { minor, share, payments: COUPON.payments } : null;
    const model = new BuyerModel({ ...sale, at: startedAt, reduction }, first);
    const walked = { id, customerId, model, paidPeriods: new Map(), disputed: null };
    this.subscriptions.push(walked);
    this.#byId.set(id, walked);
    this.counts.subscriptions += 1;
    await this.observe();
  }

  now({ id }: Pick<WalkedSubscription, 'id'>): Promise<Subscription> {
    return readSubscription(this.shop.system.database.reader, ACCOUNT, id).then(
      (subscription) => subscription ?? assert.fail(`subscription ${id} is gone`),
    );
  }

  periods({ id }: Pick<WalkedSubscription, 'id'>, after = 0): Promise<Period[]> {
    return listPeriods(this.shop.system.database.reader, { accountId: ACCOUNT, id }, { limit: 2_500, after });
  }

  /** From the one that was looked at last. */
  #latestPeriods(walked: WalkedSubscription): Promise<Period[]> {
    return this.periods(walked, walked.model.number - 1);
  }

  lastPeriod(walked: Pick<WalkedSubscription, 'id'>): Promise<Period> {
    return lastPeriod(this.shop.system.database.reader, { accountId: ACCOUNT, id: walked.id });
  }

  /** Moves the clock by days, from due time to due time; everything that is seen on the way is as it should be. */
  async pass(days: number): Promise<void> {
    const { shop, clock } = this;
    const to = new Date(clock.now().getTime() + days * DAY_MS);
    for (;;) {
      await shop.runJobs();
      await this.observe();
      const next = await nextJob(shop.system.database.reader, shop.kinds);
      if (next === undefined || next.runAt > to) break;
      if (next.runAt > clock.now()) clock.set(next.runAt);
    }
    if (to > clock.now()) clock.set(to);
    this.counts.days += days;
    await shop.runJobs();
    await this.observe();
  }

  /** Something is asked for: it happens, or is refused with a sentence, and then nothing has changed. */
  async ask(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Problem) && !(error instanceof ProviderError)) throw error;
      this.counts.refused += 1;
    }
    await this.observe();
  }

  /** The subscription that a step is taken with: see `choose`. */
  async choose(step: StepOfOne): Promise<WalkedSubscription | undefined> {
    const states = IS_LONG ? await this.#paymentStates() : new Map();
    const walked = IS_LONG
      ? choose(
          this.subscriptions.map((each) => ({ walked: each, paymentState: states.get(each.id) })),
          step,
        )
      : this.subscriptions[step.of % Math.max(1, this.subscriptions.length)];
    if (walked !== undefined) this.#unchecked.add(walked.id);
    return walked;
  }

  /** The number of renewals that wait for their vendor. */
  async countHeld(): Promise<number> {
    return [...(await this.#paymentStates()).values()].filter((state) => state === 'Held').length;
  }

  async #paymentStates(): Promise<ReadonlyMap<string, Subscription['paymentState']>> {
    const query = this.#tables.selectFrom('subscriptions').select(['id', 'paymentState']);
    const rows = await query.where('accountId', '=', ACCOUNT).execute();
    return new Map(rows.map(({ id, paymentState }) => [id, paymentState]));
  }

  /** Compares what has changed since the last look with the models. */
  async observe(): Promise<void> {
    await this.#readLedger();
    const query = this.#tables.selectFrom('subscriptions').select(['id', 'revision']);
    for (const { id, revision } of await query.where('accountId', '=', ACCOUNT).execute()) {
      if (this.#seen.get(id) === revision) continue;
      const walked = this.#byId.get(id);
      if (walked === undefined) continue;
      this.#seen.set(id, revision);
      this.#unchecked.add(id);
      await this.#compare(walked);
    }
  }

  /** The new entries of the bank's ledger; those that nobody knows here yet are looked at again later. */
  async #readLedger(): Promise<void> {
    const { payments } = this.shop.bank;
    for (const payment of payments.slice(this.#read)) {
      if (payment.isCharge) this.counts[payment.outcome.kind === 'Failed' ? 'declines' : 'charges'] += 1;
      assert.ok(!this.#moved.has(payment.paymentId), `payment ${payment.paymentId} moved money twice`);
      this.#moved.add(payment.paymentId);
      if (payment.outcome.kind === 'Succeeded' && payment.amountMinor > 0) this.#waiting.push(payment);
    }
    this.#read = payments.length;
    for (const payment of this.#waiting.splice(0))
      if (!(await this.#count(payment))) this.#waiting.push(payment);
  }

  /** Money that has arrived is told to the model; false while its order is not delivered. */
  async #count(payment: BankPayment): Promise<boolean> {
    const row = await this.#tables
      .selectFrom('payments')
      .innerJoin('orders', (join) =>
        join
          .onRef('orders.accountId', '=', 'payments.accountId')
          .onRef('orders.id', '=', 'payments.subjectId'),
      )
      .select(['orders.id', 'orders.origin', 'orders.subscriptionId', 'orders.status'])
      .where('payments.accountId', '=', ACCOUNT)
      .where('payments.id', '=', payment.paymentId)
      .executeTakeFirst();
    if (row?.status !== 'Completed') return false;
    const walked = this.#byId.get(row.subscriptionId ?? '');
    if (walked === undefined) return this.#countFirst(payment, row.id);
    const { bank } = this.shop;
    const requestedAt = bank.requests.get(payment.idempotencyKey) ?? payment.madeAt;
    const charge = { reference: payment.reference, amountMinor: payment.amountMinor, requestedAt };
    const { model } = walked;
    const { reader } = this.shop.system.database;
    const period = await periodOfOrder(reader, { accountId: ACCOUNT, id: walked.id }, row.id);
    if (row.origin === 'PlanChange') model.changed(charge, this.clock.now(), period);
    else if (row.origin === 'Payoff') model.paidOff(charge);
    else if (period === undefined || period.state === 'Void') model.toReturn.push(charge);
    else {
      model.look(await this.#latestPeriods(walked));
      model.renewed(period, row.id, charge);
    }
    if (row.origin === 'Renewal' && period !== undefined) walked.paidPeriods.set(period.number, payment);
    return true;
  }

  /** The first payment of a subscription is what its buyer saw. */
  async #countFirst(payment: BankPayment, orderId: string): Promise<boolean> {
    const own = this.#tables.selectFrom('subscriptions').select('id').where('accountId', '=', ACCOUNT);
    const { id = '' } = (await own.where('orderId', '=', orderId).executeTakeFirst()) ?? {};
    const walked = this.#byId.get(id);
    if (walked === undefined) return false;
    assert.equal(payment.amountMinor, walked.model.expectedMinor, 'the price of the first period');
    walked.paidPeriods.set(1, payment);
    return true;
  }

  async #compare(walked: WalkedSubscription): Promise<void> {
    const { model } = walked;
    const periods = await this.#latestPeriods(walked);
    const row = await this.now(walked);
    if (!model.hasEnded && !model.isOwned) model.look(periods);
    if (row.endedAt !== null && row.status !== 'Completed' && !model.hasEnded) {
      this.#assertOver(walked, row, periods.at(-1));
      model.ended(this.shop.bank.sequence());
    }
    if (row.status === 'Completed' && !model.isOwned) model.ownedByFewer();
    assert.equal(row.status === 'Completed', model.isOwned, 'owned in the end');
    const { status, paidUntil, variationId, quantity } = row;
    const actual = { status, paidUntil, variationId, quantity };
    const { plan } = model;
    const expected = { paidUntil: model.paidUntil, variationId: plan.id, quantity: model.quantity };
    assert.deepEqual(actual, { status, ...expected }, `subscription ${walked.id}`);
    if (model.isCancelled && !model.hasEnded && !model.isOwned) assert.equal(status, 'Cancelled');
    // A buyer who cannot be charged, because the provider does not answer for days, keeps the access meanwhile.
    const { fault, nextAttemptAt, expiresAt } = row;
    if (fault?.reason === 'Provider' && nextAttemptAt !== null && expiresAt > model.expiresAt) {
      assert.ok(expiresAt > nextAttemptAt, `the access of ${walked.id} ends before the next try`);
      model.expiresAt = expiresAt;
    }
    await this.#compareLicenses(walked);
  }

  /** Nobody ended it: its time was over. */
  #assertOver({ model }: WalkedSubscription, { id }: Subscription, last: Period | undefined): void {
    const now = this.clock.now();
    if (model.isCancelled) {
      assert.ok(now >= model.expiresAt, `${id} ended before the end of what was paid`);
      return;
    }
    const days = (now.getTime() - (last?.startsAt.getTime() ?? 0)) / DAY_MS;
    assert.ok(
      last?.state === 'Void' && days >= END_DAYS - 1,
      `${id} ended after ${days} days: ${last?.reason}`,
    );
  }

  /** Licenses end with the paid period and the grace, or never once they are owned. */
  async #compareLicenses({ id, model }: WalkedSubscription): Promise<void> {
    const rows = await this.#tables
      .selectFrom('licenses')
      .select(['status', 'expiresAt'])
      .where('accountId', '=', ACCOUNT)
      .where('subscriptionId', '=', id)
      .where('status', '=', 'Active')
      .execute();
    for (const { expiresAt } of rows)
      assert.deepEqual(expiresAt, model.isOwned ? null : model.expiresAt, `the end of a license of ${id}`);
  }

  /** Nothing that is due was forgotten, and the rules hold in SQL for every subscription that may have changed. */
  async assertSettled(): Promise<void> {
    const now = this.clock.now().getTime();
    for (const walked of this.subscriptions) {
      const { model, id } = walked;
      const mayRenew = !model.hasEnded && !model.isOwned && !model.isCancelled && walked.disputed === null;
      const dueAt = Math.max(model.paidUntil.getTime(), model.pausedUntil?.getTime() ?? 0);
      if (!mayRenew || this.shop.bank.isSilent || dueAt > now - 3_600_000) continue;
      const { paymentState } = await this.now(walked);
      const { state } = await this.lastPeriod(walked);
      assert.ok(paymentState !== 'Paid' || state === 'Open', `${id} is due and nothing happens`);
    }
    const { reader } = this.shop.system.database;
    assert.deepEqual(await brokenIn(reader, ACCOUNT, [...this.#unchecked]), []);
    this.#unchecked.clear();
  }

  /** Every buyer has paid what they should have, to the cent, and what gave nothing has gone back. */
  async assertPaid(): Promise<void> {
    assert.deepEqual(this.#waiting, [], 'money has arrived that nobody knows here');
    const orders = await this.#tables
      .selectFrom('payments')
      .innerJoin('orders', (join) =>
        join
          .onRef('orders.accountId', '=', 'payments.accountId')
          .onRef('orders.id', '=', 'payments.subjectId'),
      )
      .leftJoin('subscriptions', (join) =>
        join
          .onRef('subscriptions.accountId', '=', 'orders.accountId')
          .onRef('subscriptions.orderId', '=', 'orders.id'),
      )
      .select([
        'payments.id',
        'orders.subscriptionId',
        'subscriptions.id as firstOf',
        'payments.refundedMinor',
      ])
      .where('payments.accountId', '=', ACCOUNT)
      .where('payments.status', 'in', ['Succeeded', 'Surplus'])
      .execute();
    const owner = new Map(orders.map(({ id, subscriptionId, firstOf }) => [id, subscriptionId ?? firstOf]));
    const refunded = new Map(orders.map(({ id, refundedMinor }) => [id, refundedMinor]));
    for (const { id, model } of this.subscriptions) {
      const own = this.shop.bank.payments.filter(
        ({ paymentId, outcome }) => outcome.kind === 'Succeeded' && owner.get(paymentId) === id,
      );
      const sum = own.reduce((total, { amountMinor }) => total + amountMinor, 0);
      const toReturn = model.toReturn.reduce((total, { amountMinor }) => total + amountMinor, 0);
      assert.equal(sum, model.expectedMinor + toReturn, `what the buyer of ${id} paid`);
      for (const { reference } of model.toReturn)
        assert.equal(
          balanceOf(own.find((payment) => payment.reference === reference) ?? assert.fail()),
          0,
          reference,
        );
      for (const payment of own)
        assert.equal(
          refunded.get(payment.paymentId),
          payment.amountMinor - balanceOf(payment),
          `what went back of ${payment.reference}`,
        );
    }
  }
}

/** A shop without subscriptions yet. */
export async function openSubscriptionWalk(onLine?: (line: string) => void): Promise<SubscriptionWalk> {
  return new SubscriptionWalk(await openSubscriptionShop(onLine));
}
