import { type Static, Type } from '../../kernel/schema.ts';
import {
  createOffer,
  findOffer,
  minorAmounts,
  type OfferChanges,
  offerExists,
  type OfferInput,
  type OfferRow,
  pageOffers,
  updateOffer,
} from '../../modules/catalog/index.ts';
import type { App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { NewId, storedTarget, strict, targetAnswer, TargetBody } from '../wire/catalog.ts';
import { AmountsByCurrency, amountsByCurrency } from '../wire/money.ts';
import {
  benefitOf,
  newBenefit,
  ruleAnswer,
  ruleAnswerFields,
  ruleFields,
  ruleInput,
  ruleType,
} from '../wire/price-rule.ts';
import { type CatalogResource, registerCatalogRoutes } from './catalog-routes.ts';

const ScopeBody = Type.Enum(['Item', 'Cart'], {
  title: 'OfferScope',
  description: 'An offer is for one line of a cart, or for the whole cart.',
});

/** An offer in the merchant's view (extended API, section B). */
const OfferAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    ...ruleAnswerFields,
    scope: ScopeBody,
    target: Type.Optional(TargetBody),
    relevantItems: Type.Optional(
      Type.Array(TargetBody, { description: 'Relevant items of an item offer. Empty: everything.' }),
    ),
    minimumItems: Type.Optional(
      Type.Integer({
        description:
          'Number of relevant lines that the cart must contain, including the line with the offer.',
      }),
    ),
    targets: Type.Optional(
      Type.Array(TargetBody, { description: 'The lines that a cart offer covers. Empty: every line.' }),
    ),
    minimumTotal: Type.Optional(Type.Union([AmountsByCurrency, Type.Null()])),
    maximumTotal: Type.Optional(Type.Union([AmountsByCurrency, Type.Null()])),
    position: Type.Integer(),
    isArchived: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'OfferRule' },
);

const totals = (description: string) =>
  Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.Number()), Type.Null()], {
      description: `${description} By currency, after product discounts; a currency that is not named has no limit. Null: no limit.`,
    }),
  );

const condition = {
  ...ruleInput,
  target: Type.Optional(TargetBody),
  relevantItems: Type.Optional(
    Type.Array(TargetBody, { description: 'Relevant items of an item offer. Empty: everything.' }),
  ),
  minimumItems: Type.Optional(Type.Integer({ description: 'Of an item offer. Default 1.' })),
  targets: Type.Optional(
    Type.Array(TargetBody, { description: 'The lines that a cart offer covers. Empty: every line.' }),
  ),
  minimumTotal: totals('The minimum total of the cart for a cart offer.'),
  maximumTotal: totals('The maximum total of the cart for a cart offer.'),
  position: Type.Optional(Type.Integer()),
};

/** An offer that does not exist yet. */
export const NewOffer = Type.Object(
  {
    id: Type.Optional(NewId),
    name: Type.String(),
    type: ruleType,
    scope: Type.Optional(ScopeBody),
    ...condition,
  },
  { ...strict, title: 'NewOffer' },
);
const OfferPatch = Type.Object(
  {
    name: Type.Optional(Type.String()),
    type: Type.Optional(ruleType),
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
    run: (tx, body) => createOffer(tx, offerInput(body)),
  },
  change: {
    body: OfferPatch,
    run: (tx, id, body, revision) => updateOffer(tx, id, changesOf(body), revision),
  },
  archiving: {
    summary: 'Archive an offer: removes it from the shop',
    run: updateOffer,
  },
};

/** Offers (extended API, section B). */
export function registerCoreOffers(app: App, system: System): void {
  registerCatalogRoutes(app, system, OFFERS);
}

/** The same as the input of the catalogue. */
export function offerInput(body: Static<typeof NewOffer>): OfferInput {
  return { ...changesOf(body), id: body.id, name: body.name, scope: body.scope, benefit: newBenefit(body) };
}

function changesOf(body: Static<typeof OfferPatch>): OfferChanges {
  const { name, target, targets, minimumTotal, maximumTotal, relevantItems, minimumItems, position } = body;
  return {
    ...ruleFields(body),
    name,
    benefit: benefitOf(body),
    target: target && storedTarget(target),
    targets: targets?.map(storedTarget),
    minimumTotal: minimumTotal && minorAmounts(minimumTotal),
    maximumTotal: maximumTotal && minorAmounts(maximumTotal),
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
    scope: row.scope,
    ...(row.scope === 'Item' ? itemFields(row) : cartFields(row)),
    position: row.position,
    isArchived: row.isArchived,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function itemFields({ target, relevantItems, minimumItems }: OfferRow) {
  return { target: targetAnswer(target), relevantItems: relevantItems.map(targetAnswer), minimumItems };
}

function cartFields({ targets, minimumTotal, maximumTotal }: OfferRow) {
  return {
    targets: targets.map(targetAnswer),
    minimumTotal: minimumTotal && amountsByCurrency(minimumTotal),
    maximumTotal: maximumTotal && amountsByCurrency(maximumTotal),
  };
}
