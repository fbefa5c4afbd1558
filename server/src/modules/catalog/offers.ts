import { invalidInput, notFound } from '../../kernel/problem.ts';
import { recordChange } from '../../platform/database/change-feed.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { checkOffer } from './domain/rule-checks.ts';
import { knownItems } from './known-items.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { offerExists } from './problems.ts';
import { checkRevision, revised, type Changes } from './revision.ts';
import { insertOffer, lockOffer, saveOffer } from './store-rows.ts';
import type { OfferRow } from './tables.ts';

type OfferFields = Omit<OfferRow, 'accountId' | 'id' | 'isArchived' | 'revision' | 'createdAt' | 'updatedAt'>;

/** What a merchant says of an offer; what is absent takes the value in brackets. */
export type OfferInput = Pick<OfferFields, 'name' | 'benefit' | 'target'> &
  Changes<OfferFields> & {
    /** Slug. (a new GUID) */
    readonly id?: string | undefined;
  };

/** What of an offer can change; a field that is absent stays as it is. */
export type OfferChanges = Changes<OfferFields & Pick<OfferRow, 'isArchived'>>;

/** Adds an offer. Raises `InvalidInput` with every issue, and `OfferExists` when the id is taken. */
export async function createOffer(system: System, account: Account, input: OfferInput): Promise<OfferRow> {
  const now = system.clock.now();
  const row: OfferRow = {
    accountId: account.id,
    id: input.id ?? system.ids.guid(),
    name: input.name,
    description: input.description ?? null,
    benefit: input.benefit,
    isExclusive: input.isExclusive ?? false,
    startsAt: input.startsAt ?? null,
    endsAt: input.endsAt ?? null,
    target: input.target,
    relevantItems: input.relevantItems ?? [],
    minimumItems: input.minimumItems ?? 1,
    position: input.position ?? 0,
    isArchived: false,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  await system.database.transaction(async (tx) => {
    const errors = checkOffer(row, await knownItems(tx, account));
    if (Object.keys(errors).length > 0) throw invalidInput({ errors });
    if (!(await insertOffer(tx, row))) throw offerExists({ instance: row.id });
    await recordChange(tx, account.id, CATALOG_TOPIC);
  });
  return row;
}

/**
 * Changes an offer; an archived one is not shown and takes nothing off. Raises `NotFound`, `InvalidInput` with every
 * issue, and `StaleRevision`.
 */
export function updateOffer(
  system: System,
  account: Account,
  id: string,
  changes: OfferChanges,
  expectedRevision?: number,
): Promise<OfferRow> {
  return system.database.transaction(async (tx) => {
    const row = await lockOffer(tx, account.id, id);
    if (row === undefined) throw notFound({ detail: `There is no offer ${id}.` });
    checkRevision(row, expectedRevision);
    const changed = revised(row, changes, system.clock.now());
    const errors = checkOffer(changed, await knownItems(tx, account));
    if (Object.keys(errors).length > 0) throw invalidInput({ errors });
    await saveOffer(tx, changed);
    await recordChange(tx, account.id, CATALOG_TOPIC);
    return changed;
  });
}
