import type { CommandTx } from '../../accounts/index.ts';
import { extendLicenses } from '../../licensing/index.ts';
import { endOfGrace, isHeld } from '../domain/dunning.ts';
import { renewalAt } from '../domain/schedule.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { settleFallback } from '../fallback/settle-fallback.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { isTold, queueHeldMail } from '../mails/held-mail.ts';
import { type SubscriptionChanges, updateSubscription } from '../subscription-change.ts';
import type { HoldReason, RenewalFault, RenewalTotal, Subscription } from '../tables.ts';

/** How soon it is tried again what the vendor may have mended: as long as it has lasted, within these bounds. */
const SHORTEST_PAUSE_MS = 3_600_000;
const LONGEST_PAUSE_MS = 24 * SHORTEST_PAUSE_MS;

/** How long access lasts beyond the next try, in days, where the grace is shorter. */
const ACCESS_DAYS = 2;

/** Its vendor is told again what has lasted for so long. */
const WEEK_MS = 7 * LONGEST_PAUSE_MS;

type HeldRenewal = Pick<LockedSubscription, 'subscription' | 'isOpen'>;

/** How soon it is looked at again whether the store is open and a license works, and later, once it is too late to charge. */
const LOOK_AGAIN_MS = 6 * SHORTEST_PAUSE_MS;

/**
 * Holds a renewal until the vendor decides: see the list of held renewals. What ends by itself, such as that the store is
 * closed, is looked at again after six hours, and after a day once the renewal is overdue. The caller holds its lock.
 */
export async function holdRenewal(
  tx: CommandTx,
  { subscription, isOpen }: HeldRenewal,
  holdReason: Exclude<HoldReason, RenewalFault>,
): Promise<void> {
  const isNew = subscription.paymentState !== 'Held' || subscription.holdReason !== holdReason;
  const now = tx.clock.now();
  const pauseMs = isHeld(renewalAt(subscription), now) ? LONGEST_PAUSE_MS : LOOK_AGAIN_MS;
  const mayEnd = holdReason === 'Closed' || holdReason === 'Unlicensed';
  const nextAttemptAt = mayEnd ? new Date(now.getTime() + pauseMs) : null;
  // Once it is released, it is charged at once.
  const notice = isOpen ? {} : { noticeAt: null };
  const state = { paymentState: 'Held', holdReason, nextAttemptAt, ...notice } as const;
  const changed = await updateSubscription(tx, subscription, state, { isOpen });
  if (!isNew) return;
  tell(tx, changed, holdReason);
  if (isTold(holdReason)) await queueHeldMail(tx, subscription, { reason: holdReason, isNew });
}

/**
 * Holds an open renewal that nobody can pay before the vendor has mended something, who is told. It is tried again after an
 * hour, and later after as long as the fault has lasted, up to a day, so that it goes on by itself; nothing of it counts as
 * a failure of the buyer, who is told nothing, and keeps the access where no buyer can bring the fault about. What has failed before stays as it was, and the time of
 * the hold does not count. The caller holds its lock.
 */
export async function holdForVendor(
  tx: CommandTx,
  {
    subscription,
    total = subscription.total,
    since = heldSince(subscription),
  }: Pick<HeldRenewal, 'subscription'> & {
    readonly total?: RenewalTotal;
    /** Since when nobody can pay it; absent: now, or since it was held. */
    readonly since?: Date | undefined;
  },
  holdReason: RenewalFault,
): Promise<void> {
  const now = tx.clock.now();
  const before = subscription.paymentState === 'NeedsBuyer' ? null : subscription.fault;
  const first = before ? new Date(before.since) : (since ?? now);
  const pauseMs = Math.min(Math.max(now.getTime() - first.getTime(), SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  const nextAttemptAt = new Date(now.getTime() + pauseMs);
  const fault = { reason: holdReason, since: first.toISOString(), at: now.toISOString() };
  const changes = {
    ...withoutHold(subscription, { since, now }),
    ...(KEEPS_ACCESS.has(holdReason) && (await keepAccess(tx, subscription, nextAttemptAt))),
    ...({ total, paymentState: 'Held', holdReason, nextAttemptAt, fault } as const),
  };
  const changed = await updateSubscription(tx, subscription, changes, { isOpen: true });
  const isNew = before?.reason !== holdReason;
  if (isNew) tell(tx, changed, holdReason);
  if (isNew || now.getTime() - first.getTime() >= WEEK_MS)
    await queueHeldMail(tx, subscription, { reason: holdReason, isNew });
}

/** What no buyer can bring about: an amount follows from their quantity, and taxes from their own details. */
const KEEPS_ACCESS: ReadonlySet<RenewalFault> = new Set(['NotConnected', 'Provider']);

/**
 * Extends the licenses beyond the next try, with the grace for a buyer who has not failed to pay; one who lost the access
 * while the shop could not charge has it again.
 */
async function keepAccess(
  tx: CommandTx,
  subscription: Subscription,
  nextAttemptAt: Date,
): Promise<SubscriptionChanges> {
  const { status, failedAt, endedAt } = subscription;
  const isLost = status === 'Expired' && endedAt === null && failedAt === null;
  if (status !== 'Active' && !isLost) return {};
  const { graceDays } = tx.account.settings.subscriptions;
  const days = failedAt === null ? Math.max(graceDays, ACCESS_DAYS) : ACCESS_DAYS;
  return extendAccess(tx, subscription, endOfGrace(nextAttemptAt, days));
}

/** Extends the licenses up to a moment. Returns the changes of the subscription. The caller holds its lock. */
export async function extendAccess(
  tx: CommandTx,
  subscription: Subscription,
  end: Date,
): Promise<SubscriptionChanges> {
  if (end <= subscription.expiresAt) return {};
  await extendLicenses(tx, { subscriptionId: subscription.id }, end);
  const fallback = await settleFallback(tx, subscription, end);
  return { expiresAt: end, fallback, status: 'Active' };
}

/** Since when a renewal was last held for the vendor; `undefined`: it is not. */
function heldSince({ paymentState, nextAttemptAt, fault }: Subscription): Date | undefined {
  return paymentState === 'Held' && nextAttemptAt !== null && fault ? new Date(fault.at) : undefined;
}

/** When the open period was first not paid, and its buyer asked, without the time of a hold for the vendor that ends now. */
export function withoutHold(
  subscription: Subscription,
  { now, since = heldSince(subscription) }: { readonly now: Date; readonly since?: Date | undefined },
): Pick<Subscription, 'failedAt' | 'askedAt'> {
  const { failedAt, askedAt } = subscription;
  const heldMs = since === undefined ? 0 : now.getTime() - since.getTime();
  const later = (moment: Date | null) => moment && new Date(moment.getTime() + heldMs);
  return { failedAt: later(failedAt), askedAt: later(askedAt) };
}

function tell(tx: CommandTx, subscription: Subscription, reason: HoldReason): void {
  const { id: subscriptionId, dueAt } = subscription;
  tx.log.warn({ subscriptionId, dueAt, reason }, 'a renewal is held until it is released or skipped');
  recordSubscriptionEvent(tx, 'subscription.held', subscription, { reason });
}
