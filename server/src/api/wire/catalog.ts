import { type Static, Type } from '../../kernel/schema.ts';
import {
  minorAmounts,
  type Recurrence,
  splitTerms,
  type StoredTarget,
  type StoredTier,
  type StoredUpgrade,
  subscriptionTermsInput,
  type VariationInput,
  type VariationRow,
} from '../../modules/catalog/index.ts';
import { pageQuery } from '../../platform/http/route/paging.ts';
import { AmountsByCurrency, amountsByCurrency } from './money.ts';
import { RecurrenceBody, recurrenceBody } from './recurrence.ts';
import { subscriptionTermsAnswer, subscriptionTermsFields } from './subscription-terms.ts';

/** The body of a Core API request: unknown properties are refused. */
export const strict = { additionalProperties: false } as const;

/** The id of a new row in a catalogue. */
export const NewId = Type.String({ maxLength: 100, description: 'Chosen by the merchant; a slug.' });

/** The path of a row in a catalogue. */
export const IdPath = Type.Object({ id: Type.String() });

/** Lists show the items on sale, or with `archived=true` the archived ones. */
export const archiveQuery = Type.Object({
  ...pageQuery,
  archived: Type.Optional(Type.Boolean({ default: false, description: 'Only archived ones.' })),
});

/** The fields that the pages of products and bundles share. */
export const itemInput = {
  tagline: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  longDescription: Type.Optional(
    Type.Union([Type.String({ maxLength: 20_000 }), Type.Null()], {
      description: 'Text of the page of the item, in Markdown.',
    }),
  ),
  systemRequirements: Type.Optional(
    Type.Union([Type.String({ maxLength: 5_000 }), Type.Null()], {
      description: 'The system requirements, in Markdown.',
    }),
  ),
  website: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Absolute URL.' })),
  purchasable: Type.Optional(Type.Boolean({ description: 'Whether the shop sells it. True by default.' })),
  position: Type.Optional(Type.Integer({ description: 'Lists are sorted by it, then by id. Default 0.' })),
};

const TierBody = Type.Object(
  {
    minQuantity: Type.Integer({
      minimum: 2,
      maximum: 10_000,
      description: 'From this many units on, for all units of the line.',
    }),
    prices: Type.Record(Type.String(), Type.Number(), {
      description:
        'Decimal price of one unit by currency. Counts only where it is lower than that of the variation.',
    }),
  },
  { ...strict, title: 'PricingTier' },
);

export const TierList = Type.Array(TierBody, {
  description:
    'Prices for larger quantities, by ascending quantity. The last tier that a line reaches counts.',
});

/** What the licenses of a variation cover (policies section 1). */
export const ReleaseAccessInput = Type.Object(
  {
    updatesMonths: Type.Optional(
      Type.Integer({
        description: 'From 1 to 120: they cover the versions of this many months from the purchase on.',
      }),
    ),
    upToMajor: Type.Optional(
      Type.Union([Type.Literal('current'), Type.Integer()], {
        errorMessage: 'must be "current" or a whole number',
        description:
          'The highest major version that they cover, whenever it is published. `current`: that of the current release at the purchase; before the first release it sets no limit.',
      }),
    ),
  },
  {
    ...strict,
    title: 'VariationReleaseAccess',
    description: 'They cover what either limit covers. Null: every version.',
  },
);

/** The sale of a variation to owners (policies section 2). */
export const UpgradeInput = Type.Object(
  {
    kind: Type.Enum(['Upgrade', 'Renewal'], {
      description: 'A renewal adds months of updates to a license of the same product.',
    }),
    from: Type.Array(Type.String(), {
      description:
        'The licenses that it is for: ids of the variations that they were bought in, or of their products.',
    }),
    prices: Type.Record(Type.String(), Type.Number(), {
      description: 'Decimal price by currency; required for each currency of the account.',
    }),
    oldLicense: Type.Optional(
      Type.Enum(['Replaced', 'Kept'], {
        description:
          'If it is for a license of another product: whether that becomes a license of this product, or stays in addition to a new one with as many seats. Default `Replaced`.',
      }),
    ),
  },
  {
    ...strict,
    title: 'VariationUpgrade',
    description: 'Owners of a license can buy the variation at these prices; it changes their license.',
  },
);

/** The same in responses. */
export const UpgradeAnswer = Type.Object(
  {
    kind: UpgradeInput.properties.kind,
    from: Type.Array(Type.String()),
    prices: AmountsByCurrency,
    oldLicense: Type.Enum(['Replaced', 'Kept']),
  },
  { title: 'SoldUpgrade' },
);

/** A new way to buy (extended API, section B). */
export const VariationFields = Type.Object(
  {
    id: Type.Optional(NewId),
    name: Type.String(),
    recurrence: Type.Optional(RecurrenceBody),
    prices: Type.Record(Type.String(), Type.Number(), {
      description: 'Decimal price by currency; required for each currency of the account.',
    }),
    pricingTiers: Type.Optional(TierList),
    releaseAccess: Type.Optional(Type.Union([ReleaseAccessInput, Type.Null()])),
    upgrade: Type.Optional(Type.Union([UpgradeInput, Type.Null()])),
    ...subscriptionTermsInput,
    isDefault: Type.Optional(Type.Boolean({ description: 'The first of an item is the default one.' })),
    position: Type.Optional(Type.Integer()),
  },
  { ...strict, title: 'NewVariation' },
);

/** A variation in the merchant's view. */
export const VariationAnswer = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    recurrence: RecurrenceBody,
    prices: AmountsByCurrency,
    pricingTiers: Type.Array(
      Type.Object({ minQuantity: Type.Integer(), prices: AmountsByCurrency }, { title: 'VariationTier' }),
    ),
    releaseAccess: Type.Union([ReleaseAccessInput, Type.Null()]),
    upgrade: Type.Union([UpgradeAnswer, Type.Null()]),
    ...subscriptionTermsFields,
    isDefault: Type.Boolean(),
    position: Type.Integer(),
    isArchived: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'Variation' },
);

/** Some variations of an item. */
export const TargetBody = Type.Object(
  {
    type: Type.Enum(['Product', 'Bundle']),
    id: Type.String(),
    variationIds: Type.Optional(Type.Array(Type.String(), { description: 'Empty or absent: all of them.' })),
  },
  { ...strict, title: 'ItemTarget' },
);

/** A new variation as the catalogue's input. */
export function variationInput(body: Static<typeof VariationFields>): VariationInput {
  const { recurrence, prices, pricingTiers, upgrade, ...others } = body;
  const { terms, ...same } = splitTerms(others);
  return {
    ...same,
    terms,
    recurrence: recurrence && recurrenceOf(recurrence),
    prices: minorAmounts(prices),
    pricingTiers: pricingTiers && storedTiers(pricingTiers),
    upgrade: storedUpgrade(upgrade),
  };
}

/** The sale to owners in minor units, unchecked like `minorAmounts`. */
export function storedUpgrade(
  upgrade: Static<typeof UpgradeInput> | null | undefined,
): StoredUpgrade | null | undefined {
  if (upgrade === null || upgrade === undefined) return upgrade;
  const { kind, from, prices, oldLicense = 'Replaced' } = upgrade;
  return { kind, from, prices: minorAmounts(prices), oldLicense };
}

function upgradeAnswer(upgrade: StoredUpgrade | null) {
  if (upgrade === null) return null;
  return { ...upgrade, from: [...upgrade.from], prices: amountsByCurrency(upgrade.prices) };
}

/** Tiers in minor units, unchecked like `minorAmounts`. */
export function storedTiers(tiers: Static<typeof TierList>): StoredTier[] {
  return tiers.map(({ minQuantity, prices }) => ({ minQuantity, prices: minorAmounts(prices) }));
}

/** The wire form of a variation in the Core API. */
export function variationRowAnswer(row: VariationRow): Static<typeof VariationAnswer> {
  return {
    id: row.id,
    name: row.name,
    recurrence: recurrenceBody(row.recurrence),
    prices: amountsByCurrency(row.prices),
    pricingTiers: row.pricingTiers.map(({ minQuantity, prices }) => ({
      minQuantity,
      prices: amountsByCurrency(prices),
    })),
    releaseAccess: row.releaseAccess,
    upgrade: upgradeAnswer(row.upgrade),
    ...subscriptionTermsAnswer(row.subscriptionTerms),
    isDefault: row.isDefault,
    position: row.position,
    isArchived: row.isArchived,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function recurrenceOf(body: Static<typeof RecurrenceBody>): Recurrence {
  return body.type === 'OneOff' ? 'OneOff' : body.cycleLength;
}

export function storedTarget({ type, id, variationIds = [] }: Static<typeof TargetBody>): StoredTarget {
  return { type, id, variationIds };
}

export function targetAnswer({ type, id, variationIds }: StoredTarget): Static<typeof TargetBody> {
  return { type, id, variationIds: [...variationIds] };
}
