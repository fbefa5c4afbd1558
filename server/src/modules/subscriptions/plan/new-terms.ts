import type { CommandTx } from '../../accounts/index.ts';
import { findProduct, findVariation, givenAccess } from '../../catalog/index.ts';
import { changePlanOfLicenses, limitsOf, subscribedLicenses } from '../../licensing/index.ts';
import { priceOfUnits, type RecurringPrice } from '../../pricing/index.ts';
import { fallbackOnPlan } from '../domain/fallback.ts';
import type { SubscriptionChanges } from '../subscription-change.ts';
import type { NextPlan, Subscription } from '../tables.ts';

/** The terms of the new plan, from a period on, also for the licenses. */
export async function newTerms(
  tx: CommandTx,
  subscription: Subscription,
  nextPlan: NextPlan,
  number: number,
): Promise<SubscriptionChanges & Pick<NextPlan, 'variationId' | 'quantity'>> {
  const { variationId, quantity, cycleLength, price, ownAfterCycles, canPause = false } = nextPlan;
  const { id, cyclesFrom, nextPriceMinor, nextPriceFrom, fallback } = subscription;
  if (price !== null) {
    const { productIds } = await subscribedLicenses(tx, id);
    const limits = new Map<string, Limits>();
    for (const productId of productIds) limits.set(productId, await limitsIn(tx, variationId, productId));
    const limitsOfProduct = (productId: string): Limits => limits.get(productId) ?? {};
    await changePlanOfLicenses(tx, id, { variationId, limitsOf: limitsOfProduct });
  }
  return {
    variationId,
    quantity,
    cycleLength,
    ownAfterCycles,
    canPause,
    fallback: price === null ? fallback : fallbackOnPlan(fallback, nextPlan.fallbackAfterCycles ?? null),
    nextPlan: null,
    price: price ?? priceAtQuantity(subscription, quantity),
    cyclesFrom: price === null ? cyclesFrom : number,
    nextPriceMinor: price === null ? nextPriceMinor : null,
    nextPriceFrom: price === null ? nextPriceFrom : null,
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
async function limitsIn(tx: CommandTx, variationId: string, productId: string): Promise<Limits> {
  const [variation, product] = [await findVariation(tx, variationId), await findProduct(tx, productId)];
  if (variation === undefined || product === undefined) return {};
  return limitsOf(givenAccess(variation, product), tx.clock.now());
}
