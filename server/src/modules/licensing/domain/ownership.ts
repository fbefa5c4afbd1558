/** The products that a customer may use now, and the time at which that changes by itself. */
export interface Ownership {
  readonly productIds: ReadonlySet<string>;
  /** Those with a license that was paid and never ends: only they lower a price (commerce, Money rules). */
  readonly perpetualProductIds: ReadonlySet<string>;
  /** The end of each of them that has one. */
  readonly ends: ReadonlyMap<string, Date>;
}

/** What a customer owns, as prices see it. */
export function pricedCustomer({ productIds, perpetualProductIds }: Ownership) {
  return { ownedProductIds: productIds, perpetualProductIds };
}

/** What ownership depends on. */
interface UsableLicense {
  readonly productId: string;
  readonly expiresAt: Date | null;
  readonly isFree: boolean;
}

/**
 * Combines usable licenses. A product is owned as long as its longest license lasts; one that never expires outlasts
 * every other.
 */
export function ownershipOf(licenses: readonly UsableLicense[]): Ownership {
  const lastEnds = new Map<string, number>();
  for (const { productId, expiresAt } of licenses) {
    const end = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    lastEnds.set(productId, Math.max(end, lastEnds.get(productId) ?? 0));
  }
  const ending = [...lastEnds].filter(([, end]) => Number.isFinite(end));
  return {
    productIds: new Set(lastEnds.keys()),
    perpetualProductIds: new Set(
      licenses.flatMap(({ productId, expiresAt, isFree }) =>
        expiresAt === null && !isFree ? [productId] : [],
      ),
    ),
    ends: new Map(ending.map(([productId, end]) => [productId, new Date(end)])),
  };
}
