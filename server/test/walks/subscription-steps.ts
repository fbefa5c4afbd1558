import fc from 'fast-check';
import { eraseCustomer } from '../../src/modules/privacy/index.ts';
import { performOrderRefund, refundOrder } from '../../src/modules/orders/index.ts';
import { findMethod, receiveEvents } from '../../src/modules/payments/index.ts';
import type { SandboxBehaviour } from '../../src/modules/payments/providers/sandbox/sandbox-methods.ts';
import {
  announcePrice,
  cancelSubscription,
  changeMethod,
  changePlan,
  compSubscription,
  endSubscription,
  extendSubscription,
  openPayoff,
  pauseSubscription,
  planTerms,
  previewPlan,
  releaseRenewal,
  renewSubscription,
  resumeSubscription,
  skipRenewal,
} from '../../src/modules/subscriptions/index.ts';
import { openOrdersOf } from '../../src/modules/orders/index.ts';
import { transaction } from '../../src/platform/context/context.ts';
import assert from 'node:assert/strict';
import { balanceOf, type Trouble } from '../bank.ts';
import { PERPETUAL_MINOR, PLANS } from './subscription-shop.ts';
import { DAY_MS, type SubscriptionWalk, type WalkedSubscription } from './subscription-walk.ts';

export const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const REASON = 'A walk';

interface OfOne {
  /** Which of the subscriptions, counted round. */
  readonly of: number;
}

/** What happens next. */
export type Step =
  | {
      readonly kind: 'Subscribe';
      readonly plan: number;
      readonly quantity: number;
      readonly zone: string;
      readonly hasCoupon: boolean;
    }
  | { readonly kind: 'Days'; readonly days: number }
  | { readonly kind: 'Downtime'; readonly days: number }
  | { readonly kind: 'ClockBack' }
  | { readonly kind: 'Troubles'; readonly troubles: readonly Trouble[] }
  | { readonly kind: 'Silence'; readonly hours: number }
  | { readonly kind: 'Price'; readonly plan: number; readonly percent: number }
  | ({ readonly kind: 'Card'; readonly behaviour: SandboxBehaviour } & OfOne)
  | ({ readonly kind: 'Extend'; readonly days: number } & OfOne)
  | ({ readonly kind: 'Comp' | 'Pause'; readonly periods: number } & OfOne)
  | ({ readonly kind: 'Change'; readonly plan: number; readonly quantity: number } & OfOne)
  | ({ readonly kind: 'EndNow'; readonly refund: 'None' | 'Unused' } & OfOne)
  | ({ readonly kind: 'Refund'; readonly decision: 'EndNow' | 'EndWithPeriod' | 'Keep' } & OfOne)
  | ({ readonly kind: 'Decide'; readonly isWon: boolean } & OfOne)
  | ({ readonly kind: PlainKind } & OfOne);

/** What needs no more than a subscription. */
type PlainKind =
  | 'Cancel'
  | 'Resume'
  | 'NewCard'
  | 'BuyerPays'
  | 'Renew'
  | 'Payoff'
  | 'Release'
  | 'Skip'
  | 'Dispute'
  | 'Repeat'
  | 'Erase';

const kind = <Kind extends Step['kind']>(name: Kind) => fc.constant(name);
const of = fc.nat({ max: 10_000 });
const plan = fc.nat({ max: PLANS.length - 1 });
const quantity = fc.constantFrom(1, 1, 1, 2, 3);
const plain = (name: PlainKind) => fc.record({ kind: kind(name), of });
const behaviour = fc.constantFrom<SandboxBehaviour>(
  'Succeeds',
  'Succeeds',
  'DeclinesSoftly',
  'DeclinesForGood',
  'NeedsBuyer',
);
const trouble = fc.constantFrom<Trouble>('Refused connection', 'Lost answer', 'Lost answer', 'Slow');

const CHOICES: readonly (readonly [weight: number, step: fc.Arbitrary<Step>])[] = [
  [
    5,
    fc.record({
      kind: kind('Subscribe'),
      plan,
      quantity,
      zone: fc.constantFrom(...ZONES),
      hasCoupon: fc.boolean(),
    }),
  ],
  [1, fc.record({ kind: kind('Downtime'), days: fc.constantFrom(1, 2, 7, 7, 365) })],
  [1, fc.record({ kind: kind('ClockBack') })],
  [4, fc.record({ kind: kind('Troubles'), troubles: fc.array(trouble, { minLength: 1, maxLength: 4 }) })],
  [1, fc.record({ kind: kind('Silence'), hours: fc.constantFrom(2, 20, 40) })],
  [1, fc.record({ kind: kind('Price'), plan, percent: fc.constantFrom(90, 110, 150) })],
  [4, fc.record({ kind: kind('Card'), behaviour, of })],
  [2, fc.record({ kind: kind('Extend'), days: fc.constantFrom(1, 10, 40), of })],
  [1, fc.record({ kind: kind('Comp'), periods: fc.integer({ min: 1, max: 3 }), of })],
  [2, fc.record({ kind: kind('Pause'), periods: fc.integer({ min: 1, max: 3 }), of })],
  [6, fc.record({ kind: kind('Change'), plan, quantity, of })],
  [1, fc.record({ kind: kind('EndNow'), refund: fc.constantFrom('None', 'Unused'), of })],
  [
    2,
    fc.record({
      kind: kind('Refund'),
      decision: fc.constantFrom('EndNow', 'EndWithPeriod', 'Keep', 'Keep'),
      of,
    }),
  ],
  [3, fc.record({ kind: kind('Decide'), isWon: fc.boolean(), of })],
  [2, plain('Cancel')],
  [3, plain('Resume')],
  [2, plain('NewCard')],
  [4, plain('BuyerPays')],
  [3, plain('Renew')],
  [2, plain('Payoff')],
  [3, plain('Release')],
  [1, plain('Skip')],
  [2, plain('Dispute')],
  [3, plain('Repeat')],
  [1, plain('Erase')],
];

/** The steps of a walk with a seed: the same ones each time. `days`: how many pass in one of them. */
export function stepsOf(seed: number, count: number, days: readonly number[]): Step[] {
  const pass = fc.record({ kind: kind('Days'), days: fc.constantFrom(...days) });
  const step = fc.oneof(
    { weight: 30, arbitrary: pass },
    ...CHOICES.map(([weight, arbitrary]) => ({ weight, arbitrary })),
  );
  return fc.sample(step, { seed, numRuns: count });
}

/** Takes one step. */
export async function take(walk: SubscriptionWalk, step: Step): Promise<void> {
  const { clock, shop } = walk;
  walk.counts.steps += 1;
  clock.advance(1_000);
  switch (step.kind) {
    case 'Subscribe':
      return walk.ask(() => walk.subscribe({ ...step, plan: planAt(step.plan) }));
    case 'Days':
      return walk.pass(step.days);
    case 'Downtime':
      clock.advance(step.days * DAY_MS);
      walk.counts.days += step.days;
      return walk.pass(0);
    case 'ClockBack':
      clock.advance(-3_600_000);
      return walk.pass(0);
    case 'Troubles':
      shop.bank.troubles.splice(0, Infinity, ...step.troubles);
      return undefined;
    case 'Silence':
      shop.bank.isSilent = true;
      await walk.pass(step.hours / 24);
      shop.bank.isSilent = false;
      return walk.pass(2);
    case 'Price':
      return changePrice(
        walk,
        planAt(step.plan).id,
        Math.round((planAt(step.plan).unitMinor * step.percent) / 100),
      );
    default: {
      const walked = await walk.choose(step);
      if (walked !== undefined) await walk.ask(() => takeOf(walk, walked, step));
    }
  }
  return undefined;
}

function planAt(index: number) {
  return PLANS[index] ?? assert.fail();
}

async function changePrice(walk: SubscriptionWalk, variationId: string, unitMinor: number): Promise<void> {
  const from = new Date(walk.clock.now().getTime() + 31 * DAY_MS);
  await announcePrice(
    await walk.shop.context(),
    { variationId, currency: 'EUR', unitMinor, from },
    { isPreview: false },
  );
  for (const { model } of walk.subscriptions)
    if (model.plan.id === variationId && !model.hasEnded && !model.isOwned)
      model.priceAnnounced(unitMinor, from);
  await walk.pass(0);
}

/** What happens to one subscription. */
export type StepOfOne = Extract<Step, OfOne>;

async function takeOf(walk: SubscriptionWalk, walked: WalkedSubscription, step: StepOfOne): Promise<void> {
  const { shop, clock } = walk;
  const { id, model, customerId } = walked;
  const { bank } = shop;
  const ctx = await shop.context();
  switch (step.kind) {
    case 'Card': {
      const method = await findMethod(ctx, (await walk.now(walked)).methodId ?? '');
      if (method?.reference) bank.setBehaviour(method.reference, step.behaviour);
      return undefined;
    }
    case 'NewCard':
      await changeMethod(ctx, await walk.now(walked), { returnUrl: 'https://shop.example' });
      return walk.pass(0);
    case 'Cancel':
      await cancelSubscription(ctx, id);
      return cancelled(walk, walked);
    case 'Resume': {
      const wasPaused = model.pausedUntil !== null;
      const isPaid = model.paidUntil > clock.now();
      await resumeSubscription(ctx, id);
      if (!wasPaused) model.resumed();
      else if (isPaid) model.pausedUntil = null;
      else model.restarted(await walk.lastPeriod(walked));
      return walk.pass(0);
    }
    case 'EndNow':
      await endSubscription(ctx, id, { refund: step.refund });
      await ended(walk, walked);
      return walk.pass(0);
    case 'Extend': {
      const last = await walk.lastPeriod(walked);
      await extendSubscription(ctx, id, { days: step.days, reason: REASON });
      return model.extended(step.days, last);
    }
    case 'Comp':
      await compSubscription(ctx, id, { periods: step.periods, reason: REASON });
      model.disturbChange();
      return walk.pass(0);
    case 'Pause':
      await pauseSubscription(ctx, id, step.periods, { isByCustomer: true });
      return assert.deepEqual((await walk.now(walked)).pausedUntil, model.paused(step.periods));
    case 'Change':
      return change(walk, walked, step);
    case 'BuyerPays': {
      const { state, orderId } = await walk.lastPeriod(walked);
      if (state === 'Open' && orderId !== null) await shop.pay(orderId, customerId);
      return undefined;
    }
    case 'Renew':
      await renewSubscription(ctx, id);
      model.restarted((await walk.periods(walked)).at(-2) ?? assert.fail());
      return undefined;
    case 'Payoff':
      return payOff(walk, walked);
    case 'Release':
      await releaseRenewal(ctx, id);
      return walk.pass(0);
    case 'Skip':
      await skipRenewal(ctx, id);
      return undefined;
    case 'Refund':
      return refund(walk, walked, step.decision);
    case 'Dispute':
      return dispute(walk, walked, 'Open');
    case 'Decide':
      return dispute(walk, walked, step.isWon ? 'Won' : 'Lost');
    case 'Repeat':
      for (const payment of walked.paidPeriods.values()) {
        const body = bank.eventOf(payment, 'Payment');
        await receiveEvents(ctx, bank.name, { body, headers: {} });
        await receiveEvents(ctx, bank.name, { body: body.replace('Payment', 'Payment-again'), headers: {} });
      }
      return walk.pass(0);
    case 'Erase':
      await eraseCustomer(ctx, customerId);
      await ended(walk, walked);
      return walk.pass(0);
  }
}

/** What a cancellation means: what was all that was left has ended. */
async function cancelled(walk: SubscriptionWalk, { id, model }: WalkedSubscription): Promise<void> {
  const { endedAt } = await walk.now({ id });
  if (model.isCancelled) return;
  if (endedAt === null) model.cancelled(walk.shop.bank.sequence());
  else model.ended(walk.shop.bank.sequence());
}

async function ended(walk: SubscriptionWalk, walked: WalkedSubscription): Promise<void> {
  const { model } = walked;
  if (model.hasEnded || model.isOwned) return;
  const { endedAt } = await walk.now(walked);
  model.ended(walk.shop.bank.sequence(), endedAt ?? assert.fail('it has not ended'));
  model.cut(await walk.lastPeriod(walked));
}

async function change(
  walk: SubscriptionWalk,
  walked: WalkedSubscription,
  { plan: index, quantity: units }: Extract<Step, { readonly kind: 'Change' }>,
): Promise<void> {
  const { id, model } = walked;
  const newPlan = planAt(index);
  const ctx = await walk.shop.context();
  const terms = await planTerms(ctx, id);
  const request = { variationId: newPlan.id, quantity: units };
  const { preview } = await previewPlan(ctx, id, request, terms);
  const { dueMinor } = preview.quote.total;
  const paid = await changePlan(ctx, id, { ...request, dueMinor }, terms);
  const expected = model.agree(
    newPlan,
    units,
    preview.when === 'Now' ? preview.takesEffectAt : walk.clock.now(),
  );
  const isDropped = paid.subscription.nextPlan === null;
  assert.equal(isDropped, model.next === null, 'a change is agreed');
  if (!isDropped)
    assert.equal(preview.when === 'Now' ? dueMinor : null, expected, `a change to ${newPlan.id}`);
  await walk.pass(0);
}

async function payOff(walk: SubscriptionWalk, { id, model, customerId }: WalkedSubscription): Promise<void> {
  const ctx = await walk.shop.context();
  await openPayoff(ctx, id);
  const [order] = await transaction(ctx, (tx) => openOrdersOf(tx, id, 'Payoff'));
  const dueMinor = model.restMinor(PERPETUAL_MINOR);
  const before = walk.shop.bank.payments.length;
  await walk.shop.pay(order?.id ?? assert.fail('there is no order'), customerId);
  assert.equal(walk.shop.bank.payments[before]?.amountMinor, dueMinor, 'what is left of a rent to own');
}

async function refund(
  walk: SubscriptionWalk,
  walked: WalkedSubscription,
  decision: 'EndNow' | 'EndWithPeriod' | 'Keep',
): Promise<void> {
  const { model, paidPeriods } = walked;
  const [number, payment] = [...paidPeriods].findLast(([period]) => period > 1) ?? [];
  if (number === undefined || payment === undefined || model.isOwned) return;
  const ctx = await walk.shop.context();
  const { orderId } = (await walk.periods(walked)).find((period) => period.number === number) ?? {};
  if (!orderId) return;
  const wasOver = model.hasEnded;
  const { id } = await transaction(ctx, (tx) =>
    refundOrder(tx, { orderId, decision, revokesLicenses: decision === 'EndNow' }),
  );
  paidPeriods.delete(number);
  model.refunded(number);
  if (!wasOver && decision === 'EndNow') await ended(walk, walked);
  if (!wasOver && decision === 'EndWithPeriod') await cancelled(walk, walked);
  await performOrderRefund(ctx, id);
  await walk.pass(0);
}

/** A bank takes the money of the last paid period back, and decides later. */
async function dispute(
  walk: SubscriptionWalk,
  walked: WalkedSubscription,
  status: 'Open' | 'Won' | 'Lost',
): Promise<void> {
  const { model, paidPeriods } = walked;
  const { bank } = walk.shop;
  const isOpening = status === 'Open';
  const subject = walked.disputed ?? [...paidPeriods].findLast(([period]) => period > 1);
  if (subject === undefined || isOpening !== (walked.disputed === null) || model.isOwned) return;
  const [number, payment] = subject;
  if (balanceOf(payment) === 0) return;
  if (isOpening) bank.dispute(payment);
  else bank.decide(payment, status);
  await receiveEvents(await walk.shop.context(), bank.name, {
    body: bank.eventOf(payment, 'Dispute'),
    headers: {},
  });
  walked.disputed = isOpening ? subject : null;
  await walk.shop.runJobs();
  if (status === 'Lost') {
    paidPeriods.delete(number);
    model.refunded(number);
    await ended(walk, walked);
  } else if (isOpening) model.stoppedAt ??= bank.sequence();
  else if (!model.isCancelled && !model.hasEnded) model.stoppedAt = null;
  await walk.pass(0);
}
