import type { CommandTx } from '../../accounts/index.ts';
import { agreedSubtotal, priceOfNewUnit, priceOfPayment, type RecurringPrice } from '../../pricing/index.ts';
import { anchorOf, boundary, cyclesBefore } from '../domain/calendar.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { type PriceNews, queuePriceMail } from '../mails/life-mails.ts';
import { countPayments } from '../store.ts';
import type { Period, Subscription } from '../tables.ts';
import { confirmLater } from './confirm-price-job.ts';
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
  const amounts = amountsOf(subscription, unitMinor, payments);
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

/** What all units cost before and after a change, in minor units, without taxes on top. */
function amountsOf(
  { price, quantity, currency }: Subscription,
  unitMinor: number,
  payments: number,
): Omit<PriceNews, 'from'> {
  const after = priceOfNewUnit(price, unitMinor, { quantity, currency, payments });
  const paid = (each: RecurringPrice, count: number) => agreedSubtotal(priceOfPayment(each, count), quantity);
  const [oldMinor, newMinor] = [paid(price, payments), paid(after, payments)];
  const laterMinor = paid(after, Number.MAX_SAFE_INTEGER);
  return { oldMinor, newMinor, ...(laterMinor !== newMinor && { laterMinor }) };
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
