import { invalidInput } from '../../../kernel/problem.ts';
import { roundToStep } from '../../../kernel/money.ts';
import { readerOf } from '../../../platform/context/context.ts';
import type { ReadContext } from '../../accounts/index.ts';
import type { Catalog, Variation } from '../../catalog/index.ts';
import { subscribedLicenses } from '../../licensing/index.ts';
import { type ChargeTerms, type OrderLine, quoteStanding, returnedMoney } from '../../orders/index.ts';
import { amountRefusal } from '../../payments/index.ts';
import {
  agreedSubtotal,
  type AgreedPrice,
  type OrderQuote,
  priceOfPayment,
  pricesAfter,
  recurringPrice,
  type RecurringPrice,
} from '../../pricing/index.ts';
import { anchorAt, boundary, cycleNamed, type CycleLength } from '../domain/calendar.ts';
import {
  type ChargedUnits,
  type PlanChange,
  type PlanCost,
  type PlannedChange,
  plannedChange,
} from '../domain/plan-change.ts';
import { paidEnd } from '../paid-end.ts';
import { priceOfRenewal } from '../price/price-of-renewal.ts';
import { renewalPending, subscriptionEnded } from '../problems.ts';
import { countPayments, lastPeriod, periodAt } from '../store.ts';
import type { Period, Subscription } from '../tables.ts';
import { priceAtQuantity } from './new-terms.ts';
import { addedLineId, renewalLines, unitsAfter } from './renewal-lines.ts';

/** The plan or the quantity that a subscription shall have; what is absent stays. */
export interface PlanRequest {
  readonly variationId?: string | undefined;
  readonly quantity?: number | undefined;
  /** Absent: as the rules say. `Now` is refused for what only the next period can begin with. */
  readonly when?: 'Now' | 'NextPeriod' | undefined;
}

/** The plan that a subscription will have. */
export interface NewPlan {
  readonly variation: Variation;
  readonly quantity: number;
  readonly cycle: CycleLength;
  /** That of the subscription, unless the variation is another one. */
  readonly price: RecurringPrice;
  readonly isOtherVariation: boolean;
}

/** What a change does, and when. */
export interface PlanPreview {
  readonly when: 'Now' | 'NextPeriod';
  readonly takesEffectAt: Date;
  readonly plan: NewPlan;
  /** The lines of the order that is paid for it at once; none with `NextPeriod`. */
  readonly lines: readonly OrderLine[];
  /** What they cost, to the cent. */
  readonly quote: OrderQuote;
  /** The next payment after that. */
  readonly next: { readonly at: Date; readonly total: OrderQuote['total'] };
}

/**
 * What a change of the plan or of the quantity of a subscription costs and when it begins (subscriptions, section 3).
 * What is less than can be charged begins with the next period, too. Raises `SubscriptionEnded`, `RenewalPending` while something else is to be settled, and `InvalidInput` that names every
 * issue.
 */
export async function planPreview(
  ctx: ReadContext,
  subscription: Subscription,
  request: PlanRequest,
  terms: ChargeTerms,
): Promise<PlanPreview> {
  await refuseUnsettled(ctx, subscription);
  const plan = await newPlan(ctx, subscription, request, terms);
  const payments = await countPayments(readerOf(ctx), subscription);
  const now = ctx.clock.now();
  const { cycleLength, paidUntil, anchorZone } = subscription;
  const newEndsAt = boundary(anchorAt(now, anchorZone), plan.cycle, 1);
  const planned = await plannedFor(ctx, subscription, plan, { payments, newEndsAt });
  if (request.when === 'Now' && planned.when !== 'Now') throw invalidInput({ errors: { when: [NOT_NOW] } });
  const charged = planned.when === 'Now' && request.when !== 'NextPeriod' ? planned.charged : [];
  const when = charged.length > 0 ? 'Now' : 'NextPeriod';
  const isNewCycle = when === 'Now' && plan.cycle !== cycleLength;
  const owner = ownerOf(subscription);
  const { productIds } = await subscribedLicenses(ctx, subscription.id);
  const later = plan.isOtherVariation ? (when === 'Now' ? 1 : 0) : payments;
  const nextPrice = priceAfter(subscription, plan, later);
  const comesAgain = laterPayments(subscription, plan, { price: nextPrice, payments: later });
  const lines = charged.map((units, index) => {
    const line = chargedLine(ctx, terms.catalog, { subscription, plan, units, productIds });
    return index === 0 ? withLater(line, comesAgain) : line;
  });
  const quote = await quoteStanding(ctx, { ...owner, lines }, terms);
  if (when === 'Now' && (await isTooLittle(ctx, quote))) {
    if (request.when === 'Now') throw invalidInput({ errors: { when: [TOO_LITTLE] } });
    return planPreview(ctx, subscription, { ...request, when: 'NextPeriod' }, terms);
  }
  const agreed = priceOfPayment(nextPrice, later);
  const nextLines = renewalLines(renewedAs(subscription, plan, when), { agreed, productIds });
  const next = await quoteStanding(ctx, { ...owner, lines: nextLines }, terms);
  return {
    when,
    takesEffectAt: when === 'Now' ? now : paidUntil,
    plan,
    lines,
    quote,
    next: { at: isNewCycle ? newEndsAt : paidUntil, total: next.total },
  };
}

/** When the plan begins and what is charged for it at once, after so many payments; a cycle that begins now ends `newEndsAt`. */
async function plannedFor(
  ctx: ReadContext,
  subscription: Subscription,
  plan: NewPlan,
  { payments, newEndsAt }: { readonly payments: number; readonly newEndsAt: Date },
): Promise<PlannedChange> {
  const { cycleLength, quantity, currency } = subscription;
  const paidNow = priceOfPayment(subscription.price, Math.max(0, payments - 1));
  return plannedChange({
    before: costOf(paidNow, { cycle: cycleLength, quantity }),
    after: costOf(plan.isOtherVariation ? priceOfPayment(plan.price, 0) : paidNow, plan),
    isOtherVariation: plan.isOtherVariation,
    running: await runningPeriod(ctx, subscription),
    newEndsAt,
    now: ctx.clock.now(),
    rounded: (amountMinor) => roundToStep(amountMinor, currency),
  });
}

/** The price of the next renewal, after `payments` others: another plan has its own, whatever was announced. */
function priceAfter(
  subscription: Subscription,
  { price, quantity, isOtherVariation }: NewPlan,
  payments: number,
): RecurringPrice {
  return isOtherVariation ? price : priceOfRenewal({ ...subscription, price, quantity }, { payments });
}

/**
 * The payments for all units after that of the change, where the subscription has no method: whoever pays saves one for
 * them, and agrees to them.
 */
function laterPayments(
  { methodId }: Subscription,
  { cycle, quantity }: NewPlan,
  { price, payments }: { readonly price: RecurringPrice; readonly payments: number },
): AgreedPrice['comesAgain'] {
  if (methodId !== null) return undefined;
  const prices = pricesAfter(price, payments).map((later) => ({
    payment: later.payments - payments + 2,
    price: later.price,
  }));
  return { cycle, quantity, prices };
}

/** The line with what follows it: one line of an order names it for all units. */
function withLater(line: OrderLine, comesAgain: AgreedPrice['comesAgain']): OrderLine {
  return line.agreed && comesAgain ? { ...line, agreed: { ...line.agreed, comesAgain } } : line;
}

/** What the next renewal is of: units that are added with it have no licenses before. */
function renewedAs(
  subscription: Subscription,
  { variation, quantity }: NewPlan,
  when: PlanPreview['when'],
): Subscription {
  const more = when === 'Now' ? 0 : quantity - subscription.quantity;
  const unitsToGrant = unitsAfter(subscription, more);
  return { ...subscription, variationId: variation.id, quantity, unitsToGrant };
}

/** The period that runs, whether it was paid for, and what has gone back of it. */
async function runningPeriod(ctx: ReadContext, subscription: Subscription): Promise<PlanChange['running']> {
  const running = await periodAt(readerOf(ctx), subscription, ctx.clock.now());
  const { state, reason, endsAt } = running;
  return {
    ...running,
    paidEndsAt: paidEnd(subscription, running),
    isPaid: state === 'Paid' && reason === null && endsAt >= subscription.paidUntil,
    returnedMinor: await returnedOf(ctx, subscription, running),
  };
}

/** What has gone back of the period that runs. */
function returnedOf(
  ctx: ReadContext,
  { id: subscriptionId, orderId: firstOrderId, lineId }: Subscription,
  { orderId, startsAt: since }: Pick<Period, 'orderId' | 'startsAt'>,
): Promise<number> {
  return returnedMoney(ctx, { subscriptionId, firstOrderId }, { orderId, lineId, since });
}

const NOT_NOW =
  'must be NextPeriod: only what is dearer, and takes no units away, can begin while a paid period runs';
const TOO_LITTLE =
  'must be NextPeriod: what is due until then is less than the smallest amount that can be charged';

/** Whether nobody could pay this, because the provider of the account does not charge so little. */
async function isTooLittle(ctx: ReadContext, { total, currency }: OrderQuote): Promise<boolean> {
  const refusal = await amountRefusal(ctx, { amountMinor: total.dueMinor, currency });
  return refusal?.reason === 'AmountTooSmall';
}

async function refuseUnsettled(ctx: ReadContext, subscription: Subscription): Promise<void> {
  const { status, endedAt, paymentState, pausedUntil } = subscription;
  if (endedAt !== null || status === 'Completed') throw subscriptionEnded();
  if (status !== 'Active' || paymentState !== 'Paid' || pausedUntil !== null) throw renewalPending();
  // Its first charge may be at the bank, and has not failed.
  if ((await lastPeriod(readerOf(ctx), subscription)).state === 'Open') throw renewalPending();
}

/** Who an order of a subscription is for, and in which currency. */
export function ownerOf({ customerId, awaitsEmailKey, billing, currency }: Subscription) {
  return awaitsEmailKey === null
    ? { customerId, billing: {}, currency }
    : { customerId: null, billing, currency };
}

const MOST_UNITS = 10_000;

async function newPlan(
  ctx: ReadContext,
  subscription: Subscription,
  request: PlanRequest,
  terms: ChargeTerms,
): Promise<NewPlan> {
  const { variationId = subscription.variationId, quantity = subscription.quantity } = request;
  const isOtherVariation = variationId !== subscription.variationId;
  const errors: Record<string, string[]> = {};
  const variation = terms.catalog.variation(variationId);
  const issue = isOtherVariation ? variationIssue(subscription, terms.catalog, variation) : undefined;
  if (issue !== undefined) errors['variationId'] = [issue];
  const issueOfQuantity = await quantityIssue(ctx, subscription, quantity);
  if (issueOfQuantity !== undefined) errors['quantity'] = [issueOfQuantity];
  const isSame = !isOtherVariation && quantity === subscription.quantity;
  if (isSame && subscription.nextPlan === null)
    errors[request.quantity === undefined ? 'variationId' : 'quantity'] = [SAME];
  if (variation === undefined || Object.keys(errors).length > 0) throw invalidInput({ errors });
  const { cycleLength: cycle } = subscription;
  if (!isOtherVariation)
    return { variation, quantity, cycle, price: priceAtQuantity(subscription, quantity), isOtherVariation };
  const line = lineOf(subscription, { variation, quantity });
  const quote = await quoteStanding(ctx, { ...ownerOf(subscription), lines: [line] }, terms);
  const [quoted] = quote.lines;
  if (quoted === undefined) {
    const messages = quote.refusals.map(({ message }) => message);
    throw invalidInput({ errors: { variationId: messages.length > 0 ? messages : ['is not sold'] } });
  }
  const newPrice = recurringPrice(quoted, quote);
  return { variation, quantity, cycle: cycleNamed(variation.recurrence), price: newPrice, isOtherVariation };
}

const SAME = 'is what the subscription has: choose another plan or quantity';

function variationIssue(
  { productId, bundleId, currency }: Subscription,
  catalog: Catalog,
  variation: Variation | undefined,
): string | undefined {
  if (variation === undefined) return 'is not a variation of this account';
  const item = productId === null ? catalog.bundle(bundleId ?? '') : catalog.product(productId);
  if (variation.productId !== productId || variation.bundleId !== bundleId)
    return `is not a plan of ${item?.name ?? productId ?? bundleId}: a subscription stays with its item`;
  if (variation.isArchived) return 'is no longer sold';
  if (variation.recurrence === 'OneOff' || variation.upgrade !== null)
    return 'has no billing cycle: buy it in the shop instead';
  if (variation.prices[currency] === undefined)
    return `has no price in ${currency}, the currency of this subscription`;
  return undefined;
}

async function quantityIssue(
  ctx: ReadContext,
  { id, quantity: before }: Subscription,
  quantity: number,
): Promise<string | undefined> {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST_UNITS)
    return `must be a whole number from 1 to ${MOST_UNITS}`;
  if (quantity >= before) return undefined;
  const { unitsInUse } = await subscribedLicenses(ctx, id);
  if (quantity >= unitsInUse) return undefined;
  return `must be at least ${unitsInUse}, because ${unitsInUse} of its licenses are used on devices: release devices first`;
}

function costOf(agreed: AgreedPrice, { cycle, quantity }: Pick<PlanCost, 'cycle' | 'quantity'>): PlanCost {
  const off = agreed.adjustments.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const unitMinor = agreed.unitOriginalMinor - off;
  return { cycle, quantity, unitMinor, subtotalMinor: agreedSubtotal(agreed, quantity) };
}

function lineOf(
  { lineId: id, productId, bundleId }: Subscription,
  { variation, quantity }: Pick<NewPlan, 'variation' | 'quantity'>,
  { agreed }: Pick<OrderLine, 'agreed'> = {},
): OrderLine {
  return { id, productId, bundleId, variationId: variation.id, quantity, offerId: null, agreed };
}

/** The line of the order for units that are charged now. Units that are added have a line of their own, for refunds. */
function chargedLine(
  ctx: Pick<ReadContext, 'account'>,
  catalog: Catalog,
  {
    subscription,
    plan: { variation },
    units,
    productIds,
  }: {
    readonly subscription: Subscription;
    readonly plan: NewPlan;
    readonly units: ChargedUnits;
    readonly productIds: readonly string[];
  },
): OrderLine {
  const { quantity, unitMinor, creditMinor, isAdded } = units;
  const isGerman = (subscription.locale ?? ctx.account.settings.locale).startsWith('de');
  const before = catalog.variation(subscription.variationId)?.name ?? '';
  const name = isGerman ? `Nicht genutzter Rest: ${before}` : `Unused rest: ${before}`;
  const agreed: AgreedPrice = {
    unitOriginalMinor: unitMinor,
    adjustments: [],
    reductions: creditMinor === 0 ? [] : [{ name, amountMinor: creditMinor }],
    ...(isAdded && { grantedProductIds: productIds }),
  };
  const line = lineOf(subscription, { variation, quantity }, { agreed });
  return isAdded ? { ...line, id: addedLineId(subscription) } : line;
}
