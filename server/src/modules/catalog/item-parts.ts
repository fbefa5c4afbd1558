import { isDeepStrictEqual } from 'node:util';
import { notFound, type Problem } from '../../kernel/problem.ts';
import { checkRevision } from '../../kernel/revision.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import type { CommandTx, QueryContext } from '../accounts/index.ts';
import type { ItemReference } from './create-variation.ts';
import { recordCatalogEvent } from './events.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { touchItem } from './store.ts';
import { bundleRows, productRows } from './store-rows.ts';

/** What a product or bundle has several of on its page: images, or sounds and films. */
export interface PartKind<Part> {
  /** The field of the item's events. */
  readonly field: 'images' | 'media';
  readonly list: (db: Reader, accountId: string, item: ItemReference) => Promise<Part[]>;
  /** The form in the item's events. */
  readonly eventForm: (part: Part) => object;
}

/** A part after a change, with the revision of its item. */
export interface ChangedPart<Part> {
  readonly part: Part;
  readonly revision: number;
}

/** The parts of a product or bundle, in their order, and its revision. Raises `NotFound`. */
export async function listParts<Part>(
  ctx: QueryContext,
  { list }: PartKind<Part>,
  item: ItemReference,
): Promise<{ readonly parts: readonly Part[]; readonly revision: number }> {
  const db = readerOf(ctx);
  const rows = item.type === 'Product' ? productRows : bundleRows;
  const row = await rows.find(db, ctx.account.id, item.id);
  if (row === undefined) throw noItem(item);
  return { parts: await list(db, ctx.account.id, item), revision: row.revision };
}

/**
 * Changes the parts of an item, which is locked meanwhile and gets its next revision, and records the difference.
 * Raises `NotFound` and `StaleRevision`.
 */
export async function changeParts<Part>(
  tx: CommandTx,
  { list, field, eventForm }: PartKind<Part>,
  { item, expectedRevision }: { readonly item: ItemReference; readonly expectedRevision: number | undefined },
  run: (parts: readonly Part[]) => Promise<Part>,
): Promise<ChangedPart<Part>> {
  const { account } = tx;
  const row = await (item.type === 'Product' ? productRows : bundleRows).lock(tx, account.id, item.id);
  if (row === undefined) throw noItem(item);
  checkRevision(row, expectedRevision);
  const before = await list(tx, account.id, item);
  const part = await run(before);
  await touchItem(tx, account.id, item, tx.clock.now());
  await recordChange(tx, account.id, CATALOG_TOPIC);
  const after = await list(tx, account.id, item);
  recordParts(tx, item, field, [before.map(eventForm), after.map(eventForm)]);
  return { part, revision: row.revision + 1 };
}

function recordParts(
  tx: CommandTx,
  { type, id }: ItemReference,
  field: string,
  [before, after]: readonly [readonly object[], readonly object[]],
): void {
  if (isDeepStrictEqual(before, after)) return;
  const data = { before: { [field]: before }, after: { [field]: after } };
  if (type === 'Product') {
    recordCatalogEvent(tx, { type: 'product.changed', subjects: { product: id }, data });
  } else recordCatalogEvent(tx, { type: 'bundle.changed', subjects: { bundle: id }, data });
}

/** The lowest free place from 1 to `most`; `undefined` if all are taken. */
export function freeSlot(parts: readonly { readonly slot: number }[], most: number): number | undefined {
  const slots = Array.from({ length: most }, (_, index) => index + 1);
  return slots.find((slot) => parts.every((part) => part.slot !== slot));
}

function noItem({ type, id }: ItemReference): Problem {
  return notFound({ detail: `There is no ${type.toLowerCase()} ${id}.` });
}
