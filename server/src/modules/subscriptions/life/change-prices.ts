import { Type } from '../../../kernel/schema.ts';
import { invalidInput } from '../../../kernel/problem.ts';
import { readerOf, transaction } from '../../../platform/context/context.ts';
import { type CommandContext, type CommandTx, type Context, defineAccountJob } from '../../accounts/index.ts';
import { findVariation } from '../../catalog/index.ts';
import { agreedSubtotal, priceOfNewUnit, priceOfPayment, type RecurringPrice } from '../../pricing/index.ts';
import { anchorOf, boundary, cyclesBefore } from '../domain/calendar.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { type PriceNews, queuePriceMail, queuePriceStaysMail } from '../mails/life-mails.ts';
import { totalOfRenewal } from '../price-of-renewal.ts';
import { countPayments } from '../store.ts';
import { countPriced, pricedSubscriptions } from '../store-links.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Period, Subscription } from '../tables.ts';

const DAY_MS = 86_400_000;
const NOTICE_DAYS = 30;
const NOTICE_MS = NOTICE_DAYS * DAY_MS;
const AT_ONCE = 100;

/** Another price for those who have subscribed to a variation already. */
interface PriceChange {
  readonly variationId: string;
  readonly currency: string;
  /** Of one unit for one cycle, in minor units. */
  readonly unitMinor: number;
  /** Renewals from then on have the new price, or from 30 days after the mail, if that is later. */
  readonly from: Date;
}

/**
 * Announces another price to everybody who has subscribed to a variation in a currency, with at least 30 days of
 * notice: a job sends each of them a mail with what they pay before and after, and the day, and only what was announced so
 * changes. Deductions stay for as many payments as they counted for. The price that a subscription has takes back what was
 * announced before. Returns the number of these subscriptions; with `isPreview`, that is all. Raises `InvalidInput`.
 */
export function announcePrice(
  ctx: CommandContext,
  change: PriceChange,
  { isPreview }: { readonly isPreview: boolean },
): Promise<number> {
  return transaction(ctx, async (tx) => {
    const { variationId, from } = change;
    const errors: Record<string, string[]> = {};
    const variation = await findVariation(tx, variationId);
    if (variation === undefined) errors['variationId'] = ['is not a variation of this account'];
    if (from.getTime() < tx.clock.now().getTime() + NOTICE_MS)
      errors['from'] = [`must be at least ${NOTICE_DAYS} days ahead: customers have that long to cancel`];
    if (Object.keys(errors).length > 0) throw invalidInput({ errors });
    const count = await countPriced(readerOf(tx), tx.account.id, change);
    if (isPreview || count === 0) return count;
    await announcePriceJob.enqueue(tx, { ...change, from: from.toISOString(), after: '' });
    return count;
  });
}

/**
 * Announces a price to some subscriptions after an id, and goes on with the next ones. Whoever is told late pays the new
 * price later: nobody has less notice.
 */
export const announcePriceJob = defineAccountJob(
  'subscriptions.announce-price',
  Type.Object({
    variationId: Type.String(),
    currency: Type.String(),
    unitMinor: Type.Integer(),
    from: Type.String(),
    after: Type.String(),
  }),
  async (ctx: Context, payload, job) => {
    const { after, ...change } = payload;
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      const page = { after, limit: AT_ONCE };
      const rows = await pricedSubscriptions(readerOf(tx), tx.account.id, change, page);
      for (const { id } of rows) await announceTo(tx, id, { ...change, from: new Date(change.from) });
      const last = rows.at(-1);
      if (last !== undefined && rows.length === AT_ONCE)
        await announcePriceJob.enqueue(tx, { ...payload, after: last.id });
    });
  },
);

async function announceTo(tx: CommandTx, id: string, change: PriceChange): Promise<void> {
  const { subscription, period, isOpen } = await lockWithOrder(tx, id);
  const { status, price, nextPriceMinor, nextPriceFrom } = subscription;
  const { unitMinor } = change;
  const noticeEnd = new Date(tx.clock.now().getTime() + NOTICE_MS);
  const from = change.from < noticeEnd ? noticeEnd : change.from;
  // One that was told late before has a later day.
  const isInTime = nextPriceFrom !== null && nextPriceFrom >= change.from && nextPriceFrom <= from;
  const isAnnounced = nextPriceMinor === unitMinor && isInTime;
  if (isAnnounced) return;
  if (price.unitOriginalMinor === unitMinor) return takeBack(tx, { subscription, period, isOpen });
  if (status !== 'Active' && status !== 'Expired') return;
  const next = { nextPriceMinor: unitMinor, nextPriceFrom: from };
  const payments = (await countPayments(tx, subscription)) + renewalsBefore(subscription, period, from);
  const amounts = amountsOf(subscription, unitMinor, payments);
  if (!(await queuePriceMail(tx, subscription, { ...amounts, from }))) return;
  const changed = await withNext(tx, { subscription, period, isOpen }, next);
  recordSubscriptionEvent(tx, 'subscription.price-announced', changed, { unitMinor });
}

type PricedRenewal = Pick<LockedSubscription, 'subscription' | 'period' | 'isOpen'>;

/** What the next renewal costs is told before it. */
async function withNext(
  tx: CommandTx,
  { subscription, period, isOpen }: PricedRenewal,
  next: Pick<Subscription, 'nextPriceMinor' | 'nextPriceFrom'>,
): Promise<Subscription> {
  const lastOrderId = period.orderId ?? subscription.orderId;
  const total = isOpen ? undefined : await totalOfRenewal(tx, { ...subscription, ...next }, lastOrderId);
  return updateSubscription(tx, subscription, { ...next, ...(total && { total }) }, { isOpen });
}

/**
 * The price that a subscription has is announced: another one that was announced before is not charged, and its customer
 * is told so.
 */
async function takeBack(tx: CommandTx, locked: PricedRenewal): Promise<void> {
  const { price, nextPriceMinor, status } = locked.subscription;
  if (nextPriceMinor === null || status === 'Completed') return;
  const changed = await withNext(tx, locked, { nextPriceMinor: null, nextPriceFrom: null });
  const unitMinor = price.unitOriginalMinor;
  recordSubscriptionEvent(tx, 'subscription.price-announced', changed, { unitMinor });
  if (status !== 'Cancelled') await queuePriceStaysMail(tx, changed);
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
