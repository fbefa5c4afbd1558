import type { CommandTx } from '../../accounts/index.ts';
import { type ChargeTerms, type Order, placeOrder } from '../../orders/index.ts';
import type { AgreedPrice } from '../../pricing/index.ts';
import { endOfNotice, isOfNotice, isPriceDue, NO_NEXT_PRICE } from '../domain/price-notice.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { giveAccess } from '../give-access.ts';
import { queuePlanBegunMail } from '../mails/plan-mails.ts';
import { completeIfOwned } from '../owning/complete-subscription.ts';
import { fulfilMilestones } from '../owning/milestones.ts';
import { beginNextPlan } from '../plan/begin-next-plan.ts';
import { grantUnits } from '../plan/grant-units.ts';
import { priceOfRenewal, totalOfRenewal } from '../price/price-of-renewal.ts';
import { settleNotice } from '../price/settle-notice.ts';
import { tellPrice } from '../price/tell-price.ts';
import { countCycles, countPayments, insertPeriod, readSubscription } from '../store.ts';
import { NOTHING_OPEN, updateSubscription, withdrawPayoffs } from '../subscription-change.ts';
import type { Period, Subscription } from '../tables.ts';
import { agreedPrice, linesToRenew } from './change-renewal.ts';
import { chargeRenewal } from './charge-renewal.ts';
import { type PassedPeriods, periodAfter, skipPassedPeriods } from './skip-periods.ts';

/**
 * Opens the renewal for the period that runs now, and its order, and charges it. Periods that passed while nothing ran
 * are skipped, and their days of access stay given (subscriptions, section 2). A renewal that costs nothing is paid at
 * once, and nobody can pay off what was left before. One `isForBuyer` is paid by its buyer, and the saved method is not
 * charged; with `isAtWill`, nobody is asked to pay it. The caller has locked the subscription with its orders; it has no open renewal.
 */
export async function openRenewal(
  tx: CommandTx,
  locked: {
    readonly subscription: Subscription;
    readonly last: Period;
    readonly isForBuyer?: boolean;
    readonly isAtWill?: boolean;
  },
  terms: ChargeTerms,
): Promise<void> {
  await withdrawPayoffs(tx, locked.subscription);
  const passed = await skipPassedPeriods(tx, locked);
  const { subscription: before } = passed;
  const { subscription: planned, last } = await beginAgreedPlan(tx, passed);
  // What was paid for more units may be enough for those that are left.
  if (await completeIfOwned(tx, planned)) return;
  const charged = locked.isForBuyer === true ? { ...planned, methodId: null } : planned;
  const subscription = await applyPrice(tx, charged, last, { isTold: locked.isAtWill !== true });
  const agreed = agreedPrice(subscription, await countCycles(tx, subscription));
  const period = periodAfter(tx, subscription, last);
  if (costsNothing(agreed, subscription.quantity)) return renewFree(tx, { subscription, last, period });
  const order = await placeRenewal(tx, subscription, agreed);
  const open = { ...period, orderId: order.id };
  await insertPeriod(tx, open);
  await chargeRenewal(tx, { subscription, period: open, isAtWill: locked.isAtWill }, terms);
  if (planned.nextPlan === before.nextPlan) return;
  const { total } = (await readSubscription(tx, tx.account.id, subscription.id)) ?? subscription;
  const news = { at: period.startsAt, totalMinor: total.dueMinor, agreedQuantity: before.nextPlan?.quantity };
  await queuePlanBegunMail(tx, subscription, news);
}

/**
 * A plan that waits for this renewal begins where the last period ends. Its cycle may be shorter than the one before: what
 * has passed of it since could not be paid, and is given as well.
 */
async function beginAgreedPlan(tx: CommandTx, { subscription, last }: PassedPeriods): Promise<PassedPeriods> {
  const planned = await beginNextPlan(tx, subscription, last);
  if (planned === subscription) return { subscription, last };
  return skipPassedPeriods(tx, { subscription: planned, last }, null);
}

/** Renews for a period that costs nothing; the subscription says what the renewal after it will cost. */
async function renewFree(
  tx: CommandTx,
  { subscription, last, period }: Record<'last' | 'period', Period> & { readonly subscription: Subscription },
): Promise<void> {
  await insertPeriod(tx, { ...period, state: 'Paid' });
  const { number, endsAt } = period;
  const next = { ...subscription, paidUntil: endsAt };
  const orderId = last.orderId ?? subscription.orderId;
  const total = await totalOfRenewal(tx, next, orderId);
  const access = { until: endsAt, isOpen: false, renewedAt: tx.clock.now(), ...(total && { total }) };
  const renewed = await giveAccess(tx, subscription, { ...NOTHING_OPEN, ...access, unitsToGrant: 0 });
  await grantUnits(tx, renewed, subscription.unitsToGrant);
  recordSubscriptionEvent(tx, 'subscription.renewed', renewed, { period: number, endsAt });
  await fulfilMilestones(tx, renewed);
}

/**
 * The price that was announced for a renewal after the last period, in place of the one before. If its mail was not sent at
 * least 30 days before, it is announced again, for later, if `isTold`; if it cannot be delivered, the price stays.
 */
async function applyPrice(
  tx: CommandTx,
  before: Subscription,
  last: Period,
  { isTold }: { readonly isTold: boolean },
): Promise<Subscription> {
  const period = { period: last, isOpen: false };
  const subscription = await settleNotice(tx, { subscription: before, ...period });
  const payments = await countPayments(tx, subscription);
  const price = priceOfRenewal(subscription, { payments, startsAt: last.endsAt });
  if (price !== subscription.price) {
    const changes = { price, ...NO_NEXT_PRICE };
    const changed = await updateSubscription(tx, subscription, changes, { isOpen: false });
    const { unitOriginalMinor: unitMinor } = price;
    recordSubscriptionEvent(tx, 'subscription.price-changed', changed, { unitMinor });
    return changed;
  }
  const { nextPriceMinor, nextPriceFailedAt } = subscription;
  const isUndeliverable = nextPriceFailedAt !== null && isOfNotice(subscription);
  if (nextPriceMinor === null || isUndeliverable || !isTold || !isPriceDue(subscription, last.endsAt))
    return subscription;
  const again = { unitMinor: nextPriceMinor, from: endOfNotice(tx.clock.now()) };
  return tellPrice(tx, { subscription, ...period }, again);
}

function costsNothing(
  { unitOriginalMinor, adjustments, reductions }: AgreedPrice,
  quantity: number,
): boolean {
  const sum = (parts: readonly { readonly amountMinor: number }[]): number =>
    parts.reduce((total, { amountMinor }) => total + amountMinor, 0);
  return (unitOriginalMinor - sum(adjustments)) * quantity <= sum(reductions);
}

async function placeRenewal(tx: CommandTx, subscription: Subscription, agreed: AgreedPrice): Promise<Order> {
  const { id, customerId, awaitsEmailKey, currency, billing } = subscription;
  return placeOrder(tx, {
    origin: 'Renewal',
    subscriptionId: id,
    customerId: awaitsEmailKey === null ? customerId : null,
    currency,
    // Those of a customer follow the customer, until they pay.
    billing: awaitsEmailKey === null ? {} : billing,
    lines: await linesToRenew(tx, subscription, agreed),
  });
}
