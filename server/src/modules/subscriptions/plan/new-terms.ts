import type { CommandTx } from '../../accounts/index.ts';
import { findProduct, findVariation, givenAccess } from '../../catalog/index.ts';
import { changePlanOfLicenses, limitsOf, subscribedLicenses } from '../../licensing/index.ts';
import { priceOfUnits, type RecurringPrice } from '../../pricing/index.ts';
import { fallbackOnPlan } from '../domain/fallback.ts';
import { NO_NEXT_PRICE } from '../domain/price-notice.ts';
import { dropNotice } from '../price/settle-notice.ts';
import { recountMergedCycles } from '../owning/merged-cycles.ts';
import { replaceMilestones } from '../owning/milestones.ts';
import { notePaidUnits } from '../store.ts';
import type { SubscriptionChanges } from '../subscription-change.ts';
import type { NextPlan, Period, Subscription } from '../tables.ts';

/**
 * The terms of the new plan, also for the licenses. Payments count from `cyclesFrom` on; for what the plan promises, only
 * those after the last period do, which was paid on the plan before.
 */
export async function newTerms(
  tx: CommandTx,
  subscription: Subscription,
  nextPlan: NextPlan,
  { cyclesFrom, last }: { readonly cyclesFrom: number; readonly last: Pick<Period, 'number'> },
): Promise<SubscriptionChanges & Pick<NextPlan, 'variationId' | 'quantity'>> {
  const { variationId, quantity, cycleLength, price, ownAfterCycles, canPause = false } = nextPlan;
  const { id, fallback } = subscription;
  if (price !== null) {
    const { productIds } = await subscribedLicenses(tx, id);
    const limits = new Map<string, Limits>();
    for (const productId of productIds) limits.set(productId, await limitsIn(tx, variationId, productId));
    const limitsOfProduct = (productId: string): Limits => limits.get(productId) ?? {};
    await changePlanOfLicenses(tx, id, { variationId, limitsOf: limitsOfProduct });
    await replaceMilestones(tx, { ...subscription, variationId }, nextPlan.milestones);
    await dropNotice(tx, subscription);
  } else {
    await notePaidUnits(tx, subscription);
    await recountMergedCycles(tx, { ...subscription, quantity });
  }
  const afterCycles = nextPlan.fallbackAfterCycles ?? null;
  return {
    variationId,
    quantity,
    cycleLength,
    ownAfterCycles,
    // What the release before has agreed does not name it.
    payoffBasisPoints: price === null ? subscription.payoffBasisPoints : (nextPlan.payoffBasisPoints ?? null),
    canPause,
    fallback:
      price === null ? fallback : fallbackOnPlan(fallback, { afterCycles, countsFrom: last.number + 1 }),
    nextPlan: null,
    price: price ?? priceAtQuantity(subscription, quantity),
    cyclesFrom: price === null ? subscription.cyclesFrom : cyclesFrom,
    earnsFrom: price === null ? subscription.earnsFrom : last.number + 1,
    ...(price !== null && NO_NEXT_PRICE),
  };
}

/** The price of the same plan for a quantity: what was deducted from all units goes with the units that go. */
export function priceAtQuantity(
  { price, quantity: before, currency }: Pick<Subscription, 'price' | 'quantity' | 'currency'>,
  quantity: number,
): RecurringPrice {
  return quantity < before ? priceOfUnits(price, { before, after: quantity, currency }) : price;
}

type Limits = ReturnType<typeof limitsOf>;

/** The limits of the updates of licenses of a product that are bought in a variation now. */
export async function limitsIn(tx: CommandTx, variationId: string, productId: string): Promise<Limits> {
  const [variation, product] = [await findVariation(tx, variationId), await findProduct(tx, productId)];
  if (variation === undefined || product === undefined) return {};
  return limitsOf(givenAccess(variation, product), tx.clock.now());
}
