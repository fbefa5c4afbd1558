import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext, CommandTx } from '../../accounts/index.ts';
import { anchorAt } from '../domain/calendar.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { giveAccess } from '../give-access.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { grantUnits } from '../plan/grant-units.ts';
import { renewalPending, subscriptionEnded } from '../problems.ts';
import { type PassedPeriods, periodAfter, skipPassedPeriods, SKIPPED } from '../renewals/skip-periods.ts';
import { changePeriod, insertPeriod, lastPeriod } from '../store.ts';
import { voidRenewal } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';
import { settledWithHold } from './dispute-hold.ts';

/** The reason of a period that the vendor gives away. */
const COMP = 'Comp';

interface Gift {
  /** Why, for the vendor: it stays in the timeline. */
  readonly reason: string;
}

/**
 * Makes the last period of a subscription longer by days: the next renewal is due at its new end, and later ones are
 * counted from there. Of one that was not paid, only these days are given. Raises `NotFound`, `SubscriptionEnded` and `RenewalPending`.
 */
export function extendSubscription(
  ctx: CommandContext,
  id: string,
  { days, reason }: Gift & { readonly days: number },
): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const { subscription, period, isOpen } = await lockWithOrder(tx, id);
    refuseEnded(subscription);
    if (isOpen || subscription.paymentState === 'Held' || subscription.pausedUntil !== null)
      throw renewalPending();
    const isVoid = period.state === 'Void';
    // Its payment has reached the provider.
    if (isVoid && period.orderId !== null) throw renewalPending();
    const endsAt = daysLater(isVoid ? period.startsAt : period.endsAt, subscription.anchorZone, days);
    const anchor = anchorAt(endsAt, subscription.anchorZone);
    const gift = isVoid && ({ state: 'Skipped', reason: SKIPPED } as const);
    await changePeriod(tx, period, { ...gift, endsAt, updatedAt: tx.clock.now() });
    const extended = await giveAccess(tx, subscription, {
      until: endsAt,
      isOpen: false,
      anchorDate: anchor.date,
      anchorTime: anchor.time,
      anchorNumber: period.number + 1,
    });
    recordSubscriptionEvent(tx, 'subscription.extended', extended, { endsAt, days, reason });
    return extended;
  });
}

/** So many local days later, at the same time of day. */
function daysLater(moment: Date, zone: string, days: number): Date {
  const local = moment.toTemporalInstant().toZonedDateTimeISO(zone).add({ days });
  return new Date(local.epochMilliseconds);
}

/**
 * Gives the next periods of a subscription away, an open or held one included, with the units that wait for it: the next renewal is due after them. The
 * hold of a dispute stays until that has ended.
 * Raises `NotFound`, `SubscriptionEnded`, and `RenewalPending` for one that is paused.
 */
export function compSubscription(
  ctx: CommandContext,
  id: string,
  { periods, reason }: Gift & { readonly periods: number },
): Promise<Subscription> {
  return transaction(ctx, async (tx) => {
    const locked = await lockWithOrder(tx, id);
    refuseEnded(locked.subscription);
    if (locked.subscription.pausedUntil !== null) throw renewalPending();
    const { subscription, last } = await giveAway(tx, locked, periods);
    const { endsAt } = last;
    const after = await giveAccess(tx, subscription, {
      ...(await settledWithHold(tx, locked.subscription)),
      unitsToGrant: 0,
      until: endsAt,
      isOpen: false,
    });
    await grantUnits(tx, after, locked.subscription.unitsToGrant);
    recordSubscriptionEvent(tx, 'subscription.comped', after, { endsAt, periods, reason });
    return after;
  });
}

/** What has passed of it is no gift: the first period that is given is the open one, or the one that runs now. */
async function giveAway(
  tx: CommandTx,
  { subscription: before, period, isOpen }: LockedSubscription,
  periods: number,
): Promise<PassedPeriods> {
  const now = tx.clock.now();
  if (isOpen) {
    await voidRenewal(tx, period, COMP);
    await changePeriod(tx, period, { state: 'Skipped', updatedAt: now });
  }
  const passed = { subscription: before, last: await lastPeriod(tx, before) };
  const { subscription, last: first } = await skipPassedPeriods(tx, passed);
  let last = first;
  for (let count = isOpen && period.endsAt > now ? 1 : 0; count < periods; count += 1) {
    last = { ...periodAfter(tx, subscription, last), state: 'Skipped', reason: COMP };
    await insertPeriod(tx, last);
  }
  return { subscription, last };
}

function refuseEnded({ endedAt, status }: Subscription): void {
  if (endedAt !== null || status === 'Completed') throw subscriptionEnded();
}
