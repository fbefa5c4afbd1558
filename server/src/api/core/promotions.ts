import { type Static, Type } from '../../kernel/schema.ts';
import {
  createPromotion,
  findPromotion,
  pagePromotions,
  promotionExists,
  type PromotionInput,
  type PromotionRow,
  updatePromotion,
} from '../../modules/catalog/index.ts';
import type { App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { NewId, strict } from '../wire/catalog.ts';
import {
  CustomPropertiesAnswer,
  CustomPropertiesInput,
  propertiesAnswer,
} from '../wire/custom-properties.ts';
import { PromotionDisplay } from '../wire/storefront.ts';
import { type CatalogResource, registerCatalogRoutes } from './catalog-routes.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);
const displayHint = 'The forms in which the shop shows it.';

const CtaBody = Type.Object(
  { url: Type.String({ description: 'An absolute https URL.' }), label: Type.String() },
  { ...strict, title: 'PromotionButton', description: 'The button: where it leads, and what it says.' },
);
const NullableCta = Type.Union([CtaBody, Type.Null()]);

/** A promotion in the merchant's view (extended API, sections B and C). */
const PromotionAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    discountId: Type.String({
      description: 'The storefront shows the promotion to those whose prices this discount makes.',
    }),
    description: nullableText,
    imageUrl: nullableText,
    cta: NullableCta,
    display: Type.Array(PromotionDisplay, { description: displayHint }),
    position: Type.Integer(),
    isArchived: Type.Boolean(),
    properties: Type.Optional(CustomPropertiesAnswer),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Promotion' },
);

const content = {
  description: Type.Optional(nullableText),
  imageUrl: Type.Optional(
    Type.Union(nullableText.anyOf, { description: 'An absolute https URL; shops load it from there.' }),
  ),
  cta: Type.Optional(NullableCta),
  position: Type.Optional(Type.Integer({ description: 'They are sorted by it, then by id. Default 0.' })),
};

const NewPromotion = Type.Object(
  {
    id: Type.Optional(NewId),
    name: Type.String(),
    discountId: Type.String(),
    display: Type.Array(PromotionDisplay, { description: displayHint }),
    ...content,
    properties: Type.Optional(CustomPropertiesInput),
  },
  { ...strict, title: 'NewPromotion' },
);
const PromotionPatch = Type.Object(
  {
    name: Type.Optional(Type.String()),
    discountId: Type.Optional(Type.String()),
    display: Type.Optional(Type.Array(PromotionDisplay, { description: displayHint })),
    ...content,
  },
  { ...strict, title: 'PromotionChanges' },
);

const PROMOTIONS: CatalogResource<
  PromotionRow,
  Static<typeof PromotionAnswer>,
  Static<typeof NewPromotion>,
  Static<typeof PromotionPatch>
> = {
  path: '/api/promotions',
  name: 'Promotion',
  one: 'a promotion',
  schema: PromotionAnswer,
  page: pagePromotions,
  find: findPromotion,
  presenter: async () => promotionAnswer,
  creation: {
    summary: 'Show a discount in the storefront',
    body: NewPromotion,
    refusals: [promotionExists],
    run: (tx, body) => createPromotion(tx, body satisfies PromotionInput),
  },
  change: {
    body: PromotionPatch,
    run: updatePromotion,
  },
  archiving: {
    summary: 'Archive a promotion: removes it from the storefront; its discount stays',
    run: updatePromotion,
  },
  replaceProperties: updatePromotion,
};

/** Promotions (extended API, sections B and C). */
export function registerCorePromotions(app: App, system: System): void {
  registerCatalogRoutes(app, system, PROMOTIONS);
}

function promotionAnswer(row: PromotionRow): Static<typeof PromotionAnswer> {
  return {
    id: row.id,
    name: row.name,
    discountId: row.discountId,
    description: row.description,
    imageUrl: row.imageUrl,
    cta: row.cta,
    display: [...row.display],
    position: row.position,
    isArchived: row.isArchived,
    ...propertiesAnswer(row.properties),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
