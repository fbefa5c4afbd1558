import { type ChangedFields, changedFields } from '../../platform/journal/changed-fields.ts';
import { record } from '../../platform/journal/record.ts';
import type { CommandTx } from '../accounts/index.ts';
import type { VariationRow } from './tables.ts';

/** Events of the catalogue. An addition is recorded in full, a change as the changed fields. */
export type CatalogEvent =
  | CatalogChange<'product', { readonly product: string }>
  | CatalogChange<'bundle', { readonly bundle: string }>
  | CatalogChange<'variation', VariationSubjects>
  | CatalogChange<'promotion', { readonly promotion: string }>
  | CatalogChange<'price-rule', { readonly discount: string } | { readonly offer: string }>;

type CatalogChange<Noun extends string, Subjects> =
  | {
      readonly type: `${Noun}.created`;
      readonly subjects: Subjects;
      readonly data: { readonly after: Readonly<Record<string, unknown>> };
    }
  | { readonly type: `${Noun}.changed`; readonly subjects: Subjects; readonly data: ChangedFields };

type VariationSubjects = {
  readonly variation: string;
  readonly product: string | null;
  readonly bundle: string | null;
};

/** @see record */
export const recordCatalogEvent: (tx: CommandTx, event: CatalogEvent) => void = record;

/** Fields of every row that an event does not repeat. */
export const BOOKKEEPING = ['accountId', 'id', 'revision', 'createdAt', 'updatedAt'];

/** Records that an item has a new variation. */
export function recordNewVariation(tx: CommandTx, variation: VariationRow): void {
  const { after } = changedFields({}, variation, BOOKKEEPING) ?? { after: {} };
  recordCatalogEvent(tx, { type: 'variation.created', subjects: subjectsOf(variation), data: { after } });
}

/** Records the changed fields of a variation, if there are any. */
export function recordVariationChange(tx: CommandTx, before: VariationRow, after: VariationRow): void {
  const data = changedFields(before, after, BOOKKEEPING);
  if (data === undefined) return;
  recordCatalogEvent(tx, { type: 'variation.changed', subjects: subjectsOf(after), data });
}

function subjectsOf({ id, productId, bundleId }: VariationRow): VariationSubjects {
  return { variation: id, product: productId, bundle: bundleId };
}
