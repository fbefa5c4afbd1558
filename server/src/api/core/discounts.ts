import { type Static, Type } from '../../kernel/schema.ts';
import {
  createDiscount,
  type DiscountChanges,
  discountExists,
  type DiscountInput,
  type DiscountRow,
  findDiscount,
  pageDiscounts,
  updateDiscount,
} from '../../modules/catalog/index.ts';
import { UTM_NAMES } from '../../modules/pricing/index.ts';
import type { App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { NewId, storedTarget, strict, targetAnswer, TargetBody } from '../wire/catalog.ts';
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

const AudienceBody = Type.Object(
  {
    ownedCount: Type.Optional(
      Type.Object({ least: Type.Optional(Type.Integer()), most: Type.Optional(Type.Integer()) }, strict),
    ),
    owns: Type.Optional(
      Type.Object(
        { match: Type.Enum(['Some', 'All', 'None']), productIds: Type.Array(Type.String()) },
        strict,
      ),
    ),
  },
  {
    title: 'DiscountAudience',
    ...strict,
    description: 'Depends on how many or which products the customer owns. Empty: for everyone.',
  },
);

const values = Type.Optional(Type.Array(Type.String()));
const UtmBody = Type.Object(
  { source: values, medium: values, campaign: values, term: values, content: values, referrer: values },
  {
    title: 'UtmFilter',
    ...strict,
    description: 'Values by UTM parameter, one of which must match. Empty: from anywhere.',
  },
);

/** A discount in the merchant's view (extended API, section B). */
const DiscountAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    ...ruleAnswerFields,
    targets: Type.Array(TargetBody, { description: 'Empty: everything that is sold.' }),
    audience: AudienceBody,
    utm: UtmBody,
    currencies: Type.Array(Type.String(), { description: 'Empty: all.' }),
    recurringPaymentUseCount: Type.Union([Type.Integer(), Type.Null()]),
    isArchived: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'DiscountRule' },
);

const limits = {
  ...ruleInput,
  targets: Type.Optional(Type.Array(TargetBody, { description: 'Empty: everything that is sold.' })),
  audience: Type.Optional(AudienceBody),
  utm: Type.Optional(UtmBody),
  currencies: Type.Optional(Type.Array(Type.String(), { description: 'Empty: all.' })),
  recurringPaymentUseCount: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], {
      description: 'The number of payments of a subscription that it reduces. Null: all.',
    }),
  ),
};

/** A discount that does not exist yet. */
export const NewDiscount = Type.Object(
  { id: Type.Optional(NewId), name: Type.String(), type: ruleType, ...limits },
  { ...strict, title: 'NewDiscount' },
);
const DiscountPatch = Type.Object(
  { name: Type.Optional(Type.String()), type: Type.Optional(ruleType), ...limits },
  { ...strict, title: 'DiscountChanges' },
);

const DISCOUNTS: CatalogResource<
  DiscountRow,
  Static<typeof DiscountAnswer>,
  Static<typeof NewDiscount>,
  Static<typeof DiscountPatch>
> = {
  path: '/api/discounts',
  name: 'Discount',
  one: 'a discount',
  schema: DiscountAnswer,
  page: pageDiscounts,
  find: findDiscount,
  presenter: async () => discountAnswer,
  creation: {
    summary: 'Add a discount',
    body: NewDiscount,
    refusals: [discountExists],
    run: (tx, body) => createDiscount(tx, discountInput(body)),
  },
  change: {
    body: DiscountPatch,
    run: (tx, id, body, revision) => updateDiscount(tx, id, changesOf(body), revision),
  },
  archiving: {
    summary: 'End a discount permanently',
    run: updateDiscount,
  },
};

/** Discounts (extended API, section B). */
export function registerCoreDiscounts(app: App, system: System): void {
  registerCatalogRoutes(app, system, DISCOUNTS);
}

/** The same as the input of the catalogue. */
export function discountInput(body: Static<typeof NewDiscount>): DiscountInput {
  return { ...changesOf(body), id: body.id, name: body.name, benefit: newBenefit(body) };
}

function changesOf(body: Static<typeof DiscountPatch>): DiscountChanges {
  const { name, targets, audience, utm, currencies, recurringPaymentUseCount } = body;
  return {
    ...ruleFields(body),
    name,
    benefit: benefitOf(body),
    targets: targets?.map(storedTarget),
    audience,
    utm,
    currencies,
    recurringPaymentUseCount,
  };
}

function discountAnswer(row: DiscountRow): Static<typeof DiscountAnswer> {
  return {
    id: row.id,
    name: row.name,
    ...ruleAnswer(row),
    targets: row.targets.map(targetAnswer),
    audience: audienceAnswer(row),
    utm: Object.fromEntries(UTM_NAMES.flatMap((name) => (row.utm[name] ? [[name, [...row.utm[name]]]] : []))),
    currencies: [...row.currencies],
    recurringPaymentUseCount: row.recurringPaymentUseCount,
    isArchived: row.isArchived,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function audienceAnswer({ audience: { ownedCount, owns } }: DiscountRow): Static<typeof AudienceBody> {
  return {
    ...(ownedCount !== undefined && { ownedCount }),
    ...(owns !== undefined && { owns: { ...owns, productIds: [...owns.productIds] } }),
  };
}
