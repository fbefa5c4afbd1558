import { type Static, type TObject, Type } from '../../kernel/schema.ts';
import type { ItemReference } from './create-variation.ts';
import { minorAmounts } from './decimal-prices.ts';
import type { VariationInput } from './new-variation.ts';
import { splitTerms, subscriptionTermsInput } from './terms-input.ts';

/** A way to buy an item of the account, from a list. */
export interface VariationImport {
  /** The product or bundle; undefined: the line names none, or both. */
  readonly item: ItemReference | undefined;
  readonly variation: VariationInput & { readonly id: string };
}

/** The fields of a variation to import. */
export const variationImportFields = {
  productId: Type.Optional(Type.String({ maxLength: 100, description: 'The product that it sells.' })),
  bundleId: Type.Optional(
    Type.String({ maxLength: 100, description: 'The bundle that it sells, instead of `productId`.' }),
  ),
  id: Type.String({
    maxLength: 100,
    description: 'Chosen by the merchant; a slug, with which an import can be repeated.',
  }),
  name: Type.String(),
  cycleLength: Type.Optional(
    Type.Enum(['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'], {
      description: 'The billing cycle. Absent: it is paid for once.',
    }),
  ),
  prices: Type.Record(Type.String(), Type.Number(), {
    description: 'Decimal price by currency; required for each currency of the account.',
  }),
  ...subscriptionTermsInput,
  isDefault: Type.Optional(Type.Boolean({ description: 'The first of an item is the default one.' })),
  position: Type.Optional(Type.Integer()),
};

/** The variation of a line, with its prices in minor units, unchecked. */
export function variationImportOf({
  productId,
  bundleId,
  cycleLength,
  prices,
  ...others
}: Static<TObject<typeof variationImportFields>>): VariationImport {
  return {
    item: itemOf(productId, bundleId),
    variation: { ...splitTerms(others), recurrence: cycleLength ?? 'OneOff', prices: minorAmounts(prices) },
  };
}

function itemOf(productId: string | undefined, bundleId: string | undefined): ItemReference | undefined {
  if (productId !== undefined && bundleId !== undefined) return undefined;
  if (productId !== undefined) return { type: 'Product', id: productId };
  return bundleId === undefined ? undefined : { type: 'Bundle', id: bundleId };
}
