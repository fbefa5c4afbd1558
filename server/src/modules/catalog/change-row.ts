import { notFound, type Problem, refuseIssues } from '../../kernel/problem.ts';
import type { AccountRows } from '../../platform/database/account-rows.ts';
import { transaction } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { type ChangedFields, changedFields } from '../../platform/journal/changed-fields.ts';
import type { Account, CommandContext } from '../accounts/index.ts';
import { issueList, type Issues } from './domain/issues.ts';
import { BOOKKEEPING, type CatalogEvent, recordCatalogEvent, recordNewVariation } from './events.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import type { NewProperties } from './new-properties.ts';
import type { NewVariations } from './new-variation.ts';
import { referenceIssues } from './known-items.ts';
import { variationExists } from './problems.ts';
import { type Changes, checkRevision, revised, type Revised } from '../../kernel/revision.ts';
import { insertVariation } from './store-rows.ts';

interface Row extends Revised {
  readonly accountId: string;
  readonly id: string;
}

/** A kind of row in a catalogue, with everything needed to add and change it. */
export interface RowKind<Kept extends Row> {
  /** As in "There is no product x." */
  readonly noun: string;
  readonly rows: Pick<AccountRows<Kept>, 'find' | 'lock' | 'insert' | 'save'>;
  /** The problem when the account already has one with this id; `instance` is the id. */
  readonly exists: (extra: { instance: string }) => Problem;
  /** The event that such a row was added, or that these fields of it were changed. */
  readonly event: (id: string, event: RowEvent) => CatalogEvent;
  /** Every issue of the row in the form to be stored. */
  readonly check: (db: Reader, account: Account, row: Kept) => Promise<Issues>;
}

/** The parts of a new item in addition to its row. */
interface NewParts {
  readonly variations: NewVariations;
  readonly properties: Pick<NewProperties, 'issues'>;
  /** The issues of a product's license policy, which another module stores. */
  readonly policy?: Issues;
}

const NO_PARTS: NewParts = { variations: { rows: [], issues: {} }, properties: { issues: {} } };

/** The kind of change to a row. */
type RowEvent =
  | { readonly kind: 'created'; readonly data: { readonly after: Readonly<Record<string, unknown>> } }
  | { readonly kind: 'changed'; readonly data: ChangedFields };

/**
 * Adds a row, with the parts of a new item. Raises `InvalidInput` with every issue, and the kind's problem or
 * `VariationExists` when an id is taken.
 */
export async function addRow<Kept extends Row>(
  ctx: CommandContext,
  kind: RowKind<Kept>,
  row: Kept,
  { variations, properties, policy = {} } = NO_PARTS,
): Promise<Kept> {
  const { account } = ctx;
  await transaction(ctx, async (tx) => {
    const issues = issueList();
    issues.addAll('', await kind.check(tx, account, row));
    issues.addAll('', policy);
    issues.addAll('properties', properties.issues);
    issues.addAll('variations', variations.issues);
    const references = await referenceIssues(tx, variations.rows);
    references.forEach((each, index) => issues.addAll(`variations[${index}]`, each));
    refuseIssues(issues.all());
    if (!(await kind.rows.insert(tx, row))) throw kind.exists({ instance: row.id });
    for (const variation of variations.rows) {
      if (!(await insertVariation(tx, variation))) throw variationExists({ instance: variation.id });
    }
    await recordChange(tx, account.id, CATALOG_TOPIC);
    const { after } = changedFields({}, row, BOOKKEEPING) ?? { after: {} };
    recordCatalogEvent(tx, kind.event(row.id, { kind: 'created', data: { after } }));
    for (const variation of variations.rows) recordNewVariation(tx, variation);
  });
  return row;
}

/**
 * Changes a row; absent fields stay unchanged. Raises `NotFound`, `InvalidInput` with every issue, and `StaleRevision`
 * when `expectedRevision` is set and not the row's.
 */
export function changeRow<Kept extends Row>(
  ctx: CommandContext,
  kind: RowKind<Kept>,
  { id, changes, expectedRevision, allow, policy = {} }: RowChange<Kept>,
): Promise<Kept> {
  const { account, clock } = ctx;
  return transaction(ctx, async (tx) => {
    const row = await kind.rows.lock(tx, account.id, id);
    if (row === undefined) throw notFound({ detail: `There is no ${kind.noun} ${id}.` });
    checkRevision(row, expectedRevision);
    await allow?.(tx, row);
    const changed = revised(row, changes, clock.now());
    refuseIssues({ ...policy, ...(await kind.check(tx, account, changed)) });
    await kind.rows.save(tx, changed);
    await recordChange(tx, account.id, CATALOG_TOPIC);
    const data = changedFields(row, changed, BOOKKEEPING);
    if (data !== undefined) recordCatalogEvent(tx, kind.event(row.id, { kind: 'changed', data }));
    return changed;
  });
}

/** A change to the row with an id. */
interface RowChange<Kept extends Row> {
  readonly id: string;
  readonly changes: Changes<NoInfer<Kept>>;
  readonly expectedRevision?: number | undefined;
  /** Raises the reason against the change, under the lock of the current row. */
  readonly allow?: ((tx: Tx, row: NoInfer<Kept>) => Promise<void>) | undefined;
  /** As in `NewParts`. */
  readonly policy?: Issues;
}
