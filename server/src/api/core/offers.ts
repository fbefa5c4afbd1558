import { type Static, Type } from '../../kernel/schema.ts';
import {
  createOffer,
  findOffer,
  type OfferChanges,
  offerExists,
  type OfferInput,
  type OfferRow,
  pageOffers,
  updateOffer,
} from '../../modules/catalog/index.ts';
import type { App } from '../../platform/http/server/app.ts';
import type { System } from '../../platform/system.ts';
import { NewId, storedTarget, strict, targetAnswer, TargetBody } from '../wire/catalog.ts';
import {
  benefitOf,
  ruleAnswer,
  ruleAnswerFields,
  ruleFields,
  ruleInput,
  ruleType,
} from '../wire/price-rule.ts';
import { type CatalogResource, registerCatalogRoutes } from './catalog-routes.ts';

/** An offer as the merchant sees it (extended API, section B). */
export const OfferAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    ...ruleAnswerFields,
    target: TargetBody,
    relevantItems: Type.Array(TargetBody, { description: 'Relevant items. Empty: everything.' }),
    minimumItems: Type.Integer({
      description: 'Number of relevant lines that the cart must contain, including the line with the offer.',
    }),
    position: Type.Integer(),
    isArchived: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'OfferRule' },
);

const condition = {
  ...ruleInput,
  relevantItems: Type.Optional(Type.Array(TargetBody, { description: 'Relevant items. Empty: everything.' })),
  minimumItems: Type.Optional(Type.Integer({ description: 'Default 1.' })),
  position: Type.Optional(Type.Integer()),
};

const NewOffer = Type.Object(
  { id: Type.Optional(NewId), name: Type.String(), type: ruleType, target: TargetBody, ...condition },
  { ...strict, title: 'NewOffer' },
);
const OfferPatch = Type.Object(
  {
    name: Type.Optional(Type.String()),
    type: Type.Optional(ruleType),
    target: Type.Optional(TargetBody),
    ...condition,
  },
  { ...strict, title: 'OfferChanges' },
);

const OFFERS: CatalogResource<
  OfferRow,
  Static<typeof OfferAnswer>,
  Static<typeof NewOffer>,
  Static<typeof OfferPatch>
> = {
  path: '/api/offers',
  name: 'Offer',
  one: 'an offer',
  schema: OfferAnswer,
  page: pageOffers,
  find: findOffer,
  presenter: async () => offerAnswer,
  creation: {
    summary: 'Add an offer',
    body: NewOffer,
    refusals: [offerExists],
    run: (tx, body) => createOffer(tx, inputOf(body)),
  },
  change: {
    body: OfferPatch,
    run: (tx, id, body, revision) => updateOffer(tx, id, changesOf(body), revision),
  },
  archiving: {
    summary: 'Take an offer out of the shop',
    run: updateOffer,
  },
};

/** Offers (extended API, section B). */
export function registerCoreOffers(app: App, system: System): void {
  registerCatalogRoutes(app, system, OFFERS);
}

function inputOf(body: Static<typeof NewOffer>): OfferInput {
  const benefit = benefitOf(body) ?? { type: 'FlatAmountOff', amounts: {} };
  return { ...changesOf(body), id: body.id, name: body.name, benefit, target: storedTarget(body.target) };
}

function changesOf(body: Static<typeof OfferPatch>): OfferChanges {
  const { name, target, relevantItems, minimumItems, position } = body;
  return {
    ...ruleFields(body),
    name,
    benefit: benefitOf(body),
    target: target && storedTarget(target),
    relevantItems: relevantItems?.map(storedTarget),
    minimumItems,
    position,
  };
}

function offerAnswer(row: OfferRow): Static<typeof OfferAnswer> {
  return {
    id: row.id,
    name: row.name,
    ...ruleAnswer(row),
    target: targetAnswer(row.target),
    relevantItems: row.relevantItems.map(targetAnswer),
    minimumItems: row.minimumItems,
    position: row.position,
    isArchived: row.isArchived,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
