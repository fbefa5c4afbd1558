import type { CommandTx } from '../../accounts/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import type { LockedSubscription } from '../locked-subscription.ts';
import { NOTHING_OPEN, updateSubscription } from '../subscription-change.ts';
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
 * it goes on by itself; nothing of it counts as a failure of the buyer, who is told nothing. The caller holds its lock.
 */
export async function holdForVendor(
  tx: CommandTx,
  {
    subscription,
    total = subscription.total,
  }: Pick<HeldRenewal, 'subscription'> & { readonly total?: RenewalTotal },
  holdReason: RenewalFault,
): Promise<void> {
  const isHeld = subscription.holdReason === holdReason;
  const nextAttemptAt = new Date(tx.clock.now().getTime() + AGAIN_MS);
  const state = { ...NOTHING_OPEN, total, paymentState: 'Held', holdReason, nextAttemptAt } as const;
  const changed = await updateSubscription(tx, subscription, state, { isOpen: true });
  if (!isHeld) tell(tx, changed, holdReason);
}

function tell(tx: CommandTx, subscription: Subscription, reason: HoldReason): void {
  const { id: subscriptionId, dueAt } = subscription;
  tx.log.warn({ subscriptionId, dueAt, reason }, 'a renewal is held until it is released or skipped');
  recordSubscriptionEvent(tx, 'subscription.held', subscription, { reason });
}
