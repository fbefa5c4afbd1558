import type { CommandTx } from '../../accounts/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { HoldReason, RenewalFault, RenewalTotal, Subscription } from '../tables.ts';

/** How soon it is tried again what the vendor may have mended. */
const AGAIN_MS = 3_600_000;

type HeldRenewal = Pick<LockedSubscription, 'subscription' | 'isOpen'>;

/** Holds a renewal until the vendor decides: see the list of held renewals. The caller holds its lock. */
export async function holdRenewal(
  tx: CommandTx,
  { subscription, isOpen }: HeldRenewal,
  holdReason: Exclude<HoldReason, RenewalFault>,
): Promise<void> {
  const state = { paymentState: 'Held', holdReason, nextAttemptAt: null } as const;
  const changed = await updateSubscription(tx, subscription, state, { isOpen });
  tell(tx, changed, holdReason);
}

/**
 * Holds an open renewal that nobody can pay before the vendor has mended something. It is tried again every hour, so that
 * it goes on by itself; nothing of it counts as a failure of the buyer, who is told nothing. What has failed before stays
 * as it was, and the time of the hold does not count. The caller holds its lock.
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
  const isHeld = subscription.holdReason === holdReason;
  const now = tx.clock.now();
  const nextAttemptAt = new Date(now.getTime() + AGAIN_MS);
  const state = { total, paymentState: 'Held', holdReason, nextAttemptAt } as const;
  const changes = { ...withoutHold(subscription, { since, now }), ...state };
  const changed = await updateSubscription(tx, subscription, changes, { isOpen: true });
  if (!isHeld) tell(tx, changed, holdReason);
}

/** Since when a renewal was last held for the vendor; `undefined`: it is not. */
function heldSince({ paymentState, nextAttemptAt }: Subscription): Date | undefined {
  if (paymentState !== 'Held' || nextAttemptAt === null) return undefined;
  return new Date(nextAttemptAt.getTime() - AGAIN_MS);
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
