import { type Static, Type } from '../../kernel/schema.ts';
import { publicProperties } from '../../kernel/properties.ts';
import type { Catalog } from '../../modules/catalog/index.ts';
import type { ShownPromotion } from '../../modules/pricing/index.ts';
import { discountAnswer, DiscountBody, validity } from './discount.ts';
import { flatAmounts } from './storefront-offers.ts';

export const PromotionDisplay = Type.Enum(['Banner', 'Popup'], { title: 'PromotionDisplay' });

export const PromotionCta = Type.Object(
  { url: Type.String({ description: 'An absolute https URL.' }), label: Type.String() },
  { title: 'PromotionCta', description: 'The button: where it leads, and what it says.' },
);

/** A promotion of the storefront (extended API, section C). */
export const PromotionBody = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    imageUrl: Type.Optional(Type.String()),
    cta: Type.Optional(PromotionCta),
    display: Type.Array(PromotionDisplay),
    targets: Type.Array(
      Type.Object({
        referenceId: Type.String({ description: 'Product/{id} or Bundle/{id}.' }),
        variations: Type.Array(Type.String(), {
          description: 'The ids of those that the discount makes cheaper.',
        }),
      }),
    ),
    discount: DiscountBody,
    validFrom: Type.Optional(Type.String({ format: 'date-time' })),
    validUntil: Type.Optional(Type.String({ format: 'date-time' })),
    properties: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Public custom properties, as plain values.',
      }),
    ),
  },
  { title: 'StorefrontPromotion' },
);

/** The wire form of the promotions that a storefront shows. */
export function promotionAnswers(
  promotions: readonly ShownPromotion[],
  catalog: Catalog,
  currencies: readonly string[],
): Static<typeof PromotionBody>[] {
  return promotions.flatMap(({ promotion: { id }, targets }) => {
    const promotion = catalog.promotions.find((row) => row.id === id);
    const discount = catalog.discounts.find((row) => row.id === promotion?.discountId);
    if (promotion === undefined || discount === undefined) return [];
    const { name, description, imageUrl, cta, display } = promotion;
    const properties = publicProperties(promotion.properties);
    return [
      {
        id,
        name,
        ...(description !== null && { description }),
        ...(imageUrl !== null && { imageUrl }),
        ...(cta !== null && { cta }),
        display: [...display],
        targets: targets.map((target) => ({
          referenceId: `${target.type}/${target.id}`,
          variations: [...target.variationIds],
        })),
        discount: discountAnswer(discount, flatAmounts(discount, currencies), promotion),
        ...validity(promotion),
        ...(properties !== undefined && { properties }),
      },
    ];
  });
}
