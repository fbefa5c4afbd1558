import type { CommandTx } from '../../accounts/index.ts';
import { endSurplusLicenses, lockUnitsInUse } from '../../licensing/index.ts';
import { anchorAt } from '../domain/calendar.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { NextPlan, Period, Subscription } from '../tables.ts';
import { newTerms } from './new-terms.ts';
import { unitsAfter } from './renewal-lines.ts';

/**
 * A plan that begins with the next renewal begins: another cycle is counted from there, licenses beyond the new quantity
 * end, and units that it adds get theirs when the renewal is paid. Units that are used on devices by now stay, and are charged: the quantity is as high as theirs. The caller
 * holds the lock of the subscription, whose last period is `last`.
 */
export async function beginNextPlan(
  tx: CommandTx,
  subscription: Subscription,
  { number, endsAt }: Pick<Period, 'number' | 'endsAt'>,
): Promise<Subscription> {
  const { cycleLength, anchorZone, quantity: before } = subscription;
  if (subscription.nextPlan === null || subscription.nextPlan.orderId !== null) return subscription;
  const nextPlan = await withUnitsInUse(tx, subscription, subscription.nextPlan);
  const anchor = anchorAt(endsAt, anchorZone);
  const isOtherCycle = nextPlan.cycleLength !== cycleLength;
  const changed = await updateSubscription(
    tx,
    subscription,
    {
      ...(await newTerms(tx, subscription, nextPlan, { cyclesFrom: number + 1, last: { number } })),
      unitsToGrant: unitsAfter(subscription, nextPlan.quantity - before),
      ...(isOtherCycle && {
        anchorDate: anchor.date,
        anchorTime: anchor.time,
        anchorNumber: number + 1,
      }),
    },
    { isOpen: false },
  );
  const { id, variationId, quantity } = changed;
  if (quantity < before) await endSurplusLicenses(tx, id, { keep: quantity, at: tx.clock.now() });
  recordSubscriptionEvent(tx, 'subscription.changed', changed, { variationId, quantity });
  return changed;
}

/** The plan with at least the units that are used on devices, of those that the subscription has. */
async function withUnitsInUse(
  tx: CommandTx,
  { id, quantity: before }: Pick<Subscription, 'id' | 'quantity'>,
  nextPlan: NextPlan,
): Promise<NextPlan> {
  if (nextPlan.quantity >= before) return nextPlan;
  const inUse = Math.min(before, await lockUnitsInUse(tx, id));
  return { ...nextPlan, quantity: Math.max(nextPlan.quantity, inUse) };
}
