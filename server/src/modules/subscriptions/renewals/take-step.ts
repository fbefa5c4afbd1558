import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { stepAt } from '../domain/schedule.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { NOTHING_OPEN, updateSubscription, voidRenewal } from '../subscription-change.ts';
import { getSubscription } from '../queries.ts';
import { askBuyer, chargeRenewal, renewalTerms } from './charge-renewal.ts';
import { mayRenew } from './may-renew.ts';
import { openRenewal } from './open-renewal.ts';

/**
 * Takes the step of a subscription that is due now, in one transaction; does nothing if none is. Raises `NotFound`.
 */
export async function takeStep(ctx: Context, subscriptionId: string): Promise<void> {
  const subscription = await getSubscription(ctx, subscriptionId);
  if (subscription.dueAt === null || subscription.dueAt > ctx.clock.now()) return;
  const terms = await renewalTerms(ctx, subscription);
  await transaction(ctx, async (tx) => {
    const locked = await lockWithOrder(tx, subscriptionId);
    switch (stepAt(locked.subscription, locked, tx.clock.now())) {
      case 'Renew':
        return (await mayRenew(tx, locked.subscription))
          ? openRenewal(tx, { ...locked, last: locked.period }, terms)
          : hold(tx, locked);
      case 'Charge':
        return chargeRenewal(tx, locked, terms);
      case 'Hold':
        return hold(tx, locked);
      case 'Ask':
        return askBuyer(tx, locked);
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

async function loseAccess(tx: CommandTx, { subscription, isOpen }: LockedSubscription): Promise<void> {
  await updateSubscription(tx, subscription, { status: 'Expired' }, { isOpen });
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
