import { Type } from '../../../kernel/schema.ts';
import { invalidInput } from '../../../kernel/problem.ts';
import { readerOf, transaction } from '../../../platform/context/context.ts';
import { type CommandContext, type CommandTx, type Context, defineAccountJob } from '../../accounts/index.ts';
import { findVariation } from '../../catalog/index.ts';
import { endOfNotice, isOfNotice, NO_NEXT_PRICE, NOTICE_DAYS } from '../domain/price-notice.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { queuePriceStaysMail } from '../mails/life-mails.ts';
import { countPriced, pricedSubscriptions } from '../store-links.ts';
import { withAgreedPlan } from '../with-agreed-plan.ts';
import { dropNotice, type PricedRenewal, withNextPrice } from './settle-notice.ts';
import { notePrice, tellPrice } from './tell-price.ts';

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
 * notice: a job sends each of them a mail with what they pay before and after, and the day, and only the price of those whose
 * mail was sent in time changes. Deductions stay for as many payments as they counted for. The price that a subscription has takes back what was
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
    if (from < endOfNotice(tx.clock.now()))
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
  const locked = await lockWithOrder(tx, id);
  const { status, price, nextPriceMinor, nextPriceFrom, nextPriceFailedAt } = locked.subscription;
  const { unitMinor } = change;
  const noticeEnd = endOfNotice(tx.clock.now());
  const from = change.from < noticeEnd ? noticeEnd : change.from;
  // One that was told late before has a later day.
  const isInTime = nextPriceFrom !== null && nextPriceFrom >= change.from && nextPriceFrom <= from;
  const isTold = isOfNotice(locked.subscription) && nextPriceFailedAt === null;
  const isAnnounced = nextPriceMinor === unitMinor && isInTime && isTold;
  if (isAnnounced) return;
  if (price.unitOriginalMinor === unitMinor) await takeBack(tx, locked);
  else if (status === 'Active' || status === 'Expired') await tellPrice(tx, locked, { unitMinor, from });
  else if (status === 'Cancelled') await notePrice(tx, locked, { unitMinor, from: change.from });
}

/**
 * The price that a subscription has is announced: another one that was announced before is not charged, and its customer
 * is told so, unless the mail about that one was not sent.
 */
async function takeBack(tx: CommandTx, locked: PricedRenewal): Promise<void> {
  const { price, nextPriceMinor, status } = locked.subscription;
  if (nextPriceMinor === null || status === 'Completed') return;
  const wasTold = await dropNotice(tx, locked.subscription);
  const changed = await withNextPrice(tx, locked, NO_NEXT_PRICE);
  const unitMinor = price.unitOriginalMinor;
  recordSubscriptionEvent(tx, 'subscription.price-announced', changed, { unitMinor });
  if (status !== 'Cancelled' && wasTold)
    await queuePriceStaysMail(tx, await withAgreedPlan(tx, changed, locked.period));
}
