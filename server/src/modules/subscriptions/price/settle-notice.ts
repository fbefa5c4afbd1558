import { readerOf } from '../../../platform/context/context.ts';
import { deleteQueuedMail, findMail } from '../../../platform/mail/store.ts';
import type { CommandTx } from '../../accounts/index.ts';
import { isOfNotice } from '../domain/price-notice.ts';
import { recordSubscriptionEvent } from '../events.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { queuePriceUndeliveredMail } from '../mails/price-undelivered-mail.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { totalOfRenewal } from './price-of-renewal.ts';

/** What a change of its price needs to know of a locked subscription. */
export type PricedRenewal = Pick<LockedSubscription, 'subscription' | 'period' | 'isOpen'>;

/**
 * Notes whether the mail that announced a price was sent: only then does that price count (subscriptions, section 3). If it
 * cannot be delivered, the price stays, and the vendor is told once. Returns the subscription, unchanged while the mail is
 * on its way, or if it was deleted before anybody looked. The caller holds its lock.
 */
export async function settleNotice(tx: CommandTx, locked: PricedRenewal): Promise<Subscription> {
  const { subscription, isOpen } = locked;
  const { nextPriceMinor, nextPriceSentAt, nextPriceFailedAt } = subscription;
  if (nextPriceMinor === null || !isOfNotice(subscription)) return subscription;
  if (nextPriceSentAt !== null || nextPriceFailedAt !== null) return subscription;
  const end = await endOfMail(tx, subscription);
  if (end === 'Open') return subscription;
  if (end !== 'Undeliverable') return withNextPrice(tx, locked, { nextPriceSentAt: end });
  const changes = { nextPriceFailedAt: tx.clock.now() };
  const changed = await updateSubscription(tx, subscription, changes, { isOpen });
  const { id: subscriptionId } = subscription;
  tx.log.warn(
    { subscriptionId },
    'a price was not announced: its mail cannot be delivered, so the price stays',
  );
  recordSubscriptionEvent(tx, 'subscription.price-undelivered', changed, { unitMinor: nextPriceMinor });
  await queuePriceUndeliveredMail(tx, changed);
  return changed;
}

/** When the mail server took the mail; `Open` while nobody can say. */
async function endOfMail(
  tx: CommandTx,
  { accountId, nextPriceMailId }: Subscription,
): Promise<Date | 'Open' | 'Undeliverable'> {
  const mail =
    nextPriceMailId === null ? undefined : await findMail(readerOf(tx), accountId, nextPriceMailId);
  if (mail === undefined || mail.status === 'Queued') return 'Open';
  if (mail.status === 'Sent') return mail.sentAt ?? 'Open';
  // In development, mails are read where they are kept.
  return mail.status === 'Kept' && tx.config.hasDevFeatures ? mail.createdAt : 'Undeliverable';
}

/** Writes the price that is to come, and with it what the next renewal costs. */
export async function withNextPrice(
  tx: CommandTx,
  { subscription, period, isOpen }: PricedRenewal,
  next: Partial<
    Pick<
      Subscription,
      | 'nextPriceMinor'
      | 'nextPriceFrom'
      | 'nextPriceMailId'
      | 'nextPriceMailMinor'
      | 'nextPriceMailFrom'
      | 'nextPriceSentAt'
      | 'nextPriceFailedAt'
    >
  >,
): Promise<Subscription> {
  const lastOrderId = period.orderId ?? subscription.orderId;
  const total = isOpen ? undefined : await totalOfRenewal(tx, { ...subscription, ...next }, lastOrderId);
  return updateSubscription(tx, subscription, { ...next, ...(total && { total }) }, { isOpen });
}

/**
 * The mail that announced a price is not sent any more, if it waits: what it says is not true any more. Returns whether it
 * had been sent, as far as anybody can know.
 */
export async function dropNotice(
  tx: CommandTx,
  { accountId, nextPriceMailId, nextPriceSentAt, nextPriceFailedAt }: Subscription,
): Promise<boolean> {
  if (nextPriceSentAt !== null || nextPriceFailedAt !== null || nextPriceMailId === null)
    return nextPriceFailedAt === null;
  const mail = await findMail(readerOf(tx), accountId, nextPriceMailId);
  await deleteQueuedMail(tx, accountId, nextPriceMailId);
  return mail?.status !== 'Queued' && mail?.status !== 'Failed';
}
