import { invalidInput, notFound } from '../../kernel/problem.ts';
import { recordChange } from '../../platform/database/change-feed.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { checkDiscount } from './domain/rule-checks.ts';
import { knownItems } from './known-items.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { discountExists } from './problems.ts';
import { checkRevision, revised, type Changes } from './revision.ts';
import { insertDiscount, lockDiscount, saveDiscount } from './store-rows.ts';
import type { DiscountRow } from './tables.ts';

type DiscountFields = Omit<
  DiscountRow,
  'accountId' | 'id' | 'isArchived' | 'revision' | 'createdAt' | 'updatedAt'
>;

/** What a merchant says of a discount; what is absent limits it in nothing. */
export type DiscountInput = Pick<DiscountFields, 'name' | 'benefit'> &
  Changes<DiscountFields> & {
    /** Slug. (a new GUID) */
    readonly id?: string | undefined;
  };

/** What of a discount can change; a field that is absent stays as it is. */
export type DiscountChanges = Changes<DiscountFields & Pick<DiscountRow, 'isArchived'>>;

/** Adds a discount. Raises `InvalidInput` with every issue, and `DiscountExists` when the id is taken. */
export async function createDiscount(
  system: System,
  account: Account,
  input: DiscountInput,
): Promise<DiscountRow> {
  const now = system.clock.now();
  const row: DiscountRow = {
    accountId: account.id,
    id: input.id ?? system.ids.guid(),
    name: input.name,
    description: input.description ?? null,
    benefit: input.benefit,
    isExclusive: input.isExclusive ?? false,
    startsAt: input.startsAt ?? null,
    endsAt: input.endsAt ?? null,
    targets: input.targets ?? [],
    audience: input.audience ?? {},
    utm: input.utm ?? {},
    currencies: input.currencies ?? [],
    isArchived: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await system.database.transaction(async (tx) => {
    const errors = checkDiscount(row, await knownItems(tx, account));
    if (Object.keys(errors).length > 0) throw invalidInput({ errors });
    if (!(await insertDiscount(tx, row))) throw discountExists({ instance: row.id });
    await recordChange(tx, account.id, CATALOG_TOPIC);
  });
  return row;
}

/**
 * Changes a discount; an archived one applies to nothing. Raises `NotFound`, `InvalidInput` with every issue, and
 * `StaleRevision`.
 */
export function updateDiscount(
  system: System,
  account: Account,
  id: string,
  changes: DiscountChanges,
  expectedRevision?: number,
): Promise<DiscountRow> {
  return system.database.transaction(async (tx) => {
    const row = await lockDiscount(tx, account.id, id);
    if (row === undefined) throw notFound({ detail: `There is no discount ${id}.` });
    checkRevision(row, expectedRevision);
    const changed = revised(row, changes, system.clock.now());
    const errors = checkDiscount(changed, await knownItems(tx, account));
    if (Object.keys(errors).length > 0) throw invalidInput({ errors });
    await saveDiscount(tx, changed);
    await recordChange(tx, account.id, CATALOG_TOPIC);
    return changed;
  });
}
