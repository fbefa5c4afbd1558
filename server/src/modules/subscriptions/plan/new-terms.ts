import type { CommandTx } from '../../accounts/index.ts';
import { findProduct, findVariation, givenAccess } from '../../catalog/index.ts';
import { changePlanOfLicenses, limitsOf, subscribedLicenses } from '../../licensing/index.ts';
import type { SubscriptionChanges } from '../subscription-change.ts';
import type { NextPlan, Subscription } from '../tables.ts';

/** The terms of the new plan, from a period on, also for the licenses. */
export async function newTerms(
  tx: CommandTx,
  { id, price: before, cyclesFrom, nextPriceMinor, nextPriceFrom }: Subscription,
  { variationId, quantity, cycleLength, price, ownAfterCycles, canPause = false }: NextPlan,
  number: number,
): Promise<SubscriptionChanges & Pick<NextPlan, 'variationId' | 'quantity'>> {
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
    nextPlan: null,
    price: price ?? before,
    cyclesFrom: price === null ? cyclesFrom : number,
    nextPriceMinor: price === null ? nextPriceMinor : null,
    nextPriceFrom: price === null ? nextPriceFrom : null,
  };
}

type Limits = ReturnType<typeof limitsOf>;

/** The limits of the updates of licenses of a product that are bought in a variation now. */
async function limitsIn(tx: CommandTx, variationId: string, productId: string): Promise<Limits> {
  const [variation, product] = [await findVariation(tx, variationId), await findProduct(tx, productId)];
  if (variation === undefined || product === undefined) return {};
  return limitsOf(givenAccess(variation, product), tx.clock.now());
}
