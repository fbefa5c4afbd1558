import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { listLicenses } from '../../licensing/index.ts';
import { stepAt } from '../domain/schedule.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { NOTHING_OPEN, updateSubscription, voidRenewal } from '../subscription-change.ts';
import { openRenewal } from './open-renewal.ts';

/**
 * Takes the step of a subscription that is due now, in one transaction; does nothing if none is. Raises `NotFound`.
 */
export async function takeStep(ctx: Context, subscriptionId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const locked = await lockWithOrder(tx, subscriptionId);
    const { subscription, isOpen } = locked;
    switch (stepAt(subscription, isOpen, tx.clock.now())) {
      case 'Renew':
        return (await mayRenew(tx, locked))
          ? openRenewal(tx, { ...locked, last: locked.period })
          : hold(tx, locked);
      case 'Hold':
        return hold(tx, locked);
      case 'LoseAccess':
        return loseAccess(tx, locked);
      case 'End':
        return end(tx, locked);
      default:
        // Its time has moved since the job was enqueued; the mover has enqueued another one.
        return undefined;
    }
  });
}

const ENOUGH_LICENSES = 100;

/** Nothing is due for a closed store, nor while every license is revoked: for a refund, a dispute, or by the vendor. */
async function mayRenew(tx: CommandTx, { subscription }: LockedSubscription): Promise<boolean> {
  if (tx.account.closure !== null) return false;
  const filter = { subscriptionId: subscription.id, limit: ENOUGH_LICENSES };
  const licenses = await listLicenses(tx, filter);
  return licenses.some(({ status }) => status === 'Active');
}

/** The vendor decides: see the list of held renewals. */
async function hold(tx: CommandTx, { subscription }: LockedSubscription): Promise<void> {
  const { id: subscriptionId, dueAt } = subscription;
  tx.log.warn(
    { subscriptionId, dueAt },
    'a renewal is held: it is overdue for more than 72 hours, its licenses are revoked, or the store is closed',
  );
  await updateSubscription(tx, subscription, { paymentState: 'Held' }, { isOpen: false });
  recordSubscriptionEvent(tx, 'subscription.held', subscription);
}

async function loseAccess(tx: CommandTx, { subscription }: LockedSubscription): Promise<void> {
  await updateSubscription(tx, subscription, { status: 'Expired' }, { isOpen: true });
  recordSubscriptionEvent(tx, 'subscription.expired', subscription);
}

async function end(tx: CommandTx, { subscription, period, isOpen }: LockedSubscription): Promise<void> {
  if (isOpen) await voidRenewal(tx, period, 'NotPaid');
  await updateSubscription(
    tx,
    subscription,
    { ...NOTHING_OPEN, status: 'Expired', endedAt: tx.clock.now() },
    { isOpen: false },
  );
  if (subscription.status !== 'Expired') recordSubscriptionEvent(tx, 'subscription.expired', subscription);
}
