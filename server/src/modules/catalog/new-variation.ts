import type { AccountContext } from '../accounts/index.ts';
import { checkVariation } from './domain/checks.ts';
import { issueList, type Issues } from './domain/issues.ts';
import { type TermChanges, termsAfter } from './domain/subscription-terms.ts';
import type { StoredReleaseAccess, StoredUpgrade } from './domain/variation-access.ts';
import type { Recurrence, StoredTier, VariationRow } from './tables.ts';

/** Input for a new variation; an absent field takes the value in brackets. */
export interface VariationInput {
  /** Slug, unique in the account. (a new GUID) */
  readonly id?: string | undefined;
  readonly name: string;
  /** (OneOff) */
  readonly recurrence?: Recurrence | undefined;
  /** Currency → price of one, in minor units; each currency of the account needs one. */
  readonly prices: Readonly<Record<string, number>>;
  /** Lower prices for larger quantities, ascending; each tier in currencies of `prices`. (none) */
  readonly pricingTiers?: readonly StoredTier[] | undefined;
  /** (every version) */
  readonly releaseAccess?: StoredReleaseAccess | null | undefined;
  /** (not sold to owners at another price) */
  readonly upgrade?: StoredUpgrade | null | undefined;
  /** Only with a billing cycle. (none) */
  readonly terms?: TermChanges | undefined;
  /** (true for the first of an item) */
  readonly isDefault?: boolean | undefined;
  readonly position?: number | undefined;
}

/** The owner of the variation: exactly one of the two is set. */
export type VariationOwner = Pick<VariationRow, 'productId' | 'bundleId'>;

/** The row of an input, unchecked. */
export function newVariationRow(
  ctx: AccountContext,
  owner: VariationOwner,
  input: VariationInput,
  absent: { readonly isDefault: boolean; readonly position: number },
): VariationRow {
  const now = ctx.clock.now();
  return {
    accountId: ctx.account.id,
    id: input.id ?? ctx.ids.guid(),
    ...owner,
    name: input.name,
    recurrence: input.recurrence ?? 'OneOff',
    prices: input.prices,
    pricingTiers: input.pricingTiers ?? [],
    releaseAccess: input.releaseAccess ?? null,
    upgrade: input.upgrade ?? null,
    subscriptionTerms: termsAfter(null, input.terms ?? {}),
    isDefault: input.isDefault ?? absent.isDefault,
    position: input.position ?? absent.position,
    isArchived: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** The variations of a new item, and all their issues under `[index]`. */
export interface NewVariations {
  readonly rows: readonly VariationRow[];
  readonly issues: Issues;
}

export function newVariations(
  ctx: AccountContext,
  owner: VariationOwner,
  inputs: readonly VariationInput[] = [],
): NewVariations {
  const issues = issueList();
  const isDefaultGiven = inputs.some(({ isDefault }) => isDefault === true);
  const rows = inputs.map((input, index) => {
    const absent = { isDefault: index === 0 && !isDefaultGiven, position: index };
    const row = newVariationRow(ctx, owner, input, absent);
    issues.addAll(`[${index}]`, checkVariation(row, ctx.account.settings.currencies));
    return row;
  });
  if (inputs.filter(({ isDefault }) => isDefault === true).length > 1) {
    issues.add('', 'must have at most one default variation');
  }
  rows.forEach((row, index) => {
    if (rows.findIndex(({ id }) => id === row.id) < index) issues.add(`[${index}].id`, 'is used twice');
  });
  return { rows, issues: issues.all() };
}
