import type { ItemReference, ItemTarget, Promotion } from './model.ts';
import type { ShownPrice } from './shown-price.ts';

/** A promotion whose discount determines prices for this visitor. */
export interface ShownPromotion {
  readonly promotion: Promotion;
  /** The variations that the discount reduces; never empty. */
  readonly targets: readonly ItemTarget[];
}

/** An item of a storefront with its prices. */
export interface ShownItem extends ItemReference {
  readonly variations: readonly (ShownPrice & { readonly variation: { readonly id: string } })[];
}

/** The promotions of discounts that determine the price of an item, in their order. */
export function shownPromotions(
  promotions: readonly Promotion[],
  items: readonly ShownItem[],
): ShownPromotion[] {
  return promotions.flatMap((promotion) => {
    const targets = items.flatMap(({ type, id, variations }): ItemTarget[] => {
      const variationIds = variations
        .filter(({ promotedDiscountIds = [] }) => promotedDiscountIds.includes(promotion.discountId))
        .map(({ variation }) => variation.id);
      return variationIds.length === 0 ? [] : [{ type, id, variationIds }];
    });
    return targets.length === 0 ? [] : [{ promotion, targets }];
  });
}
