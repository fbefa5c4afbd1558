import type { CommandTx } from '../../accounts/index.ts';
import { agreedSubtotal, priceOfNewUnit, priceOfPayment, type RecurringPrice } from '../../pricing/index.ts';
import { totalAt } from '../agreed-total.ts';
import { anchorOf, boundary, cyclesBefore } from '../domain/calendar.ts';
import { endOfNotice, isOfNotice, NO_NEXT_PRICE } from '../domain/price-notice.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { type PriceNews, queuePriceMail } from '../mails/life-mails.ts';
import { countPayments } from '../store.ts';
import type { Period, Subscription } from '../tables.ts';
import { confirmLater } from './confirm-price-job.ts';
import { lineOfOrder } from './price-of-renewal.ts';
import { dropNotice, type PricedRenewal, withNextPrice } from './settle-notice.ts';

/** A price of one unit for one cycle, in minor units, and the day from which it is to count. */
interface NewPrice {
  readonly unitMinor: number;
  readonly from: Date;
}

/**
 * Announces a price to the customer of a subscription by mail. It counts once it turns out that the mail was sent; an earlier
 * one that is not sent yet never is. Returns the subscription, unchanged when its customer gets no mails. The caller holds
 * its lock.
 */
export async function tellPrice(
  tx: CommandTx,
  locked: PricedRenewal,
  { unitMinor, from }: NewPrice,
): Promise<Subscription> {
  const { subscription, period } = locked;
  const payments = (await countPayments(tx, subscription)) + renewalsBefore(subscription, period, from);
  const amounts = await amountsOf(tx, locked, { unitMinor, payments });
  const mailId = await queuePriceMail(tx, subscription, { ...amounts, from });
  if (mailId === undefined) return subscription;
  await dropNotice(tx, subscription);
  const { id: subscriptionId } = subscription;
  const changed = await withNextPrice(tx, locked, {
    nextPriceMinor: unitMinor,
    nextPriceFrom: from,
    nextPriceMailId: mailId,
    nextPriceMailMinor: unitMinor,
    nextPriceMailFrom: from,
    nextPriceSentAt: null,
    nextPriceFailedAt: null,
  });
  await confirmLater(tx, { subscriptionId, mailId }, tx.clock.now());
  recordSubscriptionEvent(tx, 'subscription.price-announced', changed, { unitMinor });
  return changed;
}

/**
 * Notes a price for a cancelled subscription, whose customer is told nothing: it counts once they keep it, and are told then.
 * One that was told before does not count any more. The caller holds its lock.
 */
export async function notePrice(
  tx: CommandTx,
  locked: PricedRenewal,
  { unitMinor, from }: NewPrice,
): Promise<void> {
  await dropNotice(tx, locked.subscription);
  const untold = { ...NO_NEXT_PRICE, nextPriceMinor: unitMinor, nextPriceFrom: from };
  await withNextPrice(tx, locked, untold);
}

/** Announces the price that was noted while a subscription was cancelled, with the whole notice; see `tellPrice`. */
export function tellNotedPrice(tx: CommandTx, locked: PricedRenewal): Promise<Subscription> {
  const { subscription } = locked;
  const { nextPriceMinor: unitMinor, nextPriceFrom } = subscription;
  if (unitMinor === null || nextPriceFrom === null || isOfNotice(subscription))
    return Promise.resolve(subscription);
  const noticeEnd = endOfNotice(tx.clock.now());
  return tellPrice(tx, locked, { unitMinor, from: nextPriceFrom < noticeEnd ? noticeEnd : nextPriceFrom });
}

/** What all units cost before and after a change, in minor units, with the taxes of the last order where it knows them. */
async function amountsOf(
  tx: CommandTx,
  { subscription, period }: PricedRenewal,
  { unitMinor, payments }: { readonly unitMinor: number; readonly payments: number },
): Promise<Omit<PriceNews, 'from'>> {
  const { price, quantity, currency } = subscription;
  const after = priceOfNewUnit(price, unitMinor, { quantity, currency, payments });
  const line = await lineOfOrder(tx, subscription, period.orderId ?? subscription.orderId);
  const isWithTaxes = line?.tax !== undefined;
  const paid = (each: RecurringPrice, count: number): number => {
    const agreed = priceOfPayment(each, count);
    if (!isWithTaxes) return agreedSubtotal(agreed, quantity);
    return totalAt(agreed, { ...line, quantity }, { currency, now: tx.clock.now() }).dueMinor;
  };
  const [oldMinor, newMinor] = [paid(price, payments), paid(after, payments)];
  const laterMinor = paid(after, Number.MAX_SAFE_INTEGER);
  return { oldMinor, newMinor, isWithTaxes, ...(laterMinor !== newMinor && { laterMinor }) };
}

/** The renewals that are due before a price counts, after the last period. */
function renewalsBefore(
  { cycleLength, anchorNumber, ...anchor }: Subscription,
  { number, endsAt }: Period,
  from: Date,
): number {
  if (from <= endsAt) return 0;
  const [zoned, before] = [anchorOf(anchor), number - anchorNumber + 1];
  const whole = cyclesBefore(zoned, cycleLength, from);
  const isOnBoundary = boundary(zoned, cycleLength, whole).getTime() === from.getTime();
  return Math.max(0, whole - before + (isOnBoundary ? 0 : 1));
}
