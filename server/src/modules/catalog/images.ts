import { isDeepStrictEqual } from 'node:util';
import { notFound, refuseIssues } from '../../kernel/problem.ts';
import { checkRevision } from '../../kernel/revision.ts';
import { readerOf } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import type { CommandTx, QueryContext } from '../accounts/index.ts';
import type { ItemReference } from './create-variation.ts';
import { checkText, checkWhole } from './domain/checks.ts';
import { issueList } from './domain/issues.ts';
import { recordCatalogEvent } from './events.ts';
import { type StoredImage, sweepImage } from './image-files.ts';
import { imageSizesJob } from './image-sizes.ts';
import { CATALOG_TOPIC } from './load-catalog.ts';
import { tooManyImages } from './problems.ts';
import { touchItem } from './store.ts';
import { deleteImage, insertImage, listItemImages, saveImage } from './store-images.ts';
import { bundleRows, productRows } from './store-rows.ts';
import type { ItemImageRow } from './tables.ts';

/** The texts and the place of an image; an absent field stays unchanged. */
interface ImageChanges {
  readonly alt?: string | undefined;
  readonly position?: number | undefined;
}

/** An image after a change, with the revision of its item. */
export interface ChangedImage {
  readonly image: ItemImageRow;
  readonly revision: number;
}

const MOST_IMAGES = 10;
const MAX_ALT_CHARACTERS = 300;
/** Encoding takes a core for a second: not while a vendor adds the next image, or a server starts. Visitors do not wait. */
const SIZES_AFTER_MS = 60_000;

/** The images of a product or bundle, in their order, and its revision. Raises `NotFound`. */
export async function listImages(
  ctx: QueryContext,
  item: ItemReference,
): Promise<{ readonly images: readonly ItemImageRow[]; readonly revision: number }> {
  const db = readerOf(ctx);
  const rows = item.type === 'Product' ? productRows : bundleRows;
  const row = await rows.find(db, ctx.account.id, item.id);
  if (row === undefined) throw noItem(item);
  return { images: await listItemImages(db, ctx.account.id, item), revision: row.revision };
}

/**
 * Adds a stored image to an item, by default after its others, and schedules its smaller forms. Raises `NotFound`,
 * `StaleRevision`, `InvalidInput`, and `TooManyImages` when it has ten.
 */
export function addImage(
  tx: CommandTx,
  item: ItemReference,
  file: StoredImage,
  { alt = '', position }: ImageChanges,
  expectedRevision?: number,
): Promise<ChangedImage> {
  return change(tx, item, expectedRevision, async (images) => {
    const slots = Array.from({ length: MOST_IMAGES }, (_, index) => index + 1);
    const slot = slots.find((free) => images.every((image) => image.slot !== free));
    if (slot === undefined) throw tooManyImages();
    const image: ItemImageRow = {
      ...file,
      accountId: tx.account.id,
      productId: item.type === 'Product' ? item.id : null,
      bundleId: item.type === 'Bundle' ? item.id : null,
      slot,
      alt,
      position: position ?? (images.at(-1)?.position ?? -1) + 1,
      createdAt: tx.clock.now(),
    };
    refuseMistakes(image);
    await insertImage(tx, image);
    const runAt = new Date(tx.clock.now().getTime() + SIZES_AFTER_MS);
    await imageSizesJob.enqueue(tx, tx, { payload: { account: tx.account.id, id: image.id }, runAt });
    return image;
  });
}

/** Changes the text or the place of an image. Raises `NotFound`, `StaleRevision` and `InvalidInput`. */
export function updateImage(
  tx: CommandTx,
  item: ItemReference,
  imageId: string,
  { alt, position }: ImageChanges,
  expectedRevision?: number,
): Promise<ChangedImage> {
  return change(tx, item, expectedRevision, async (images) => {
    const before = imageOf(images, imageId);
    const image = { ...before, alt: alt ?? before.alt, position: position ?? before.position };
    refuseMistakes(image);
    await saveImage(tx, image);
    return image;
  });
}

/** Removes an image and schedules the removal of its file. Raises `NotFound` and `StaleRevision`. */
export function removeImage(
  tx: CommandTx,
  item: ItemReference,
  imageId: string,
  expectedRevision?: number,
): Promise<ChangedImage> {
  return change(tx, item, expectedRevision, async (images) => {
    const image = imageOf(images, imageId);
    await deleteImage(tx, tx.account.id, image.id);
    await sweepImage(tx, image);
    return image;
  });
}

/** Changes the images of an item, which is locked meanwhile and gets its next revision. */
async function change(
  tx: CommandTx,
  item: ItemReference,
  expectedRevision: number | undefined,
  run: (images: readonly ItemImageRow[]) => Promise<ItemImageRow>,
): Promise<ChangedImage> {
  const { account } = tx;
  const row = await (item.type === 'Product' ? productRows : bundleRows).lock(tx, account.id, item.id);
  if (row === undefined) throw noItem(item);
  checkRevision(row, expectedRevision);
  const images = await listItemImages(tx, account.id, item);
  const image = await run(images);
  await touchItem(tx, account.id, item, tx.clock.now());
  await recordChange(tx, account.id, CATALOG_TOPIC);
  recordImages(tx, item, images, await listItemImages(tx, account.id, item));
  return { image, revision: row.revision + 1 };
}

function recordImages(
  tx: CommandTx,
  { type, id }: ItemReference,
  before: readonly ItemImageRow[],
  after: readonly ItemImageRow[],
): void {
  const [was, is] = [before.map(eventForm), after.map(eventForm)];
  if (isDeepStrictEqual(was, is)) return;
  const data = { before: { images: was }, after: { images: is } };
  if (type === 'Product') {
    recordCatalogEvent(tx, { type: 'product.changed', subjects: { product: id }, data });
  } else recordCatalogEvent(tx, { type: 'bundle.changed', subjects: { bundle: id }, data });
}

function eventForm({ id, alt, position, sha256 }: ItemImageRow) {
  return { id, alt, position, sha256 };
}

function imageOf(images: readonly ItemImageRow[], id: string): ItemImageRow {
  const image = images.find((each) => each.id === id);
  if (image === undefined) throw notFound({ detail: `There is no image ${id}.` });
  return image;
}

function noItem({ type, id }: ItemReference) {
  return notFound({ detail: `There is no ${type.toLowerCase()} ${id}.` });
}

function refuseMistakes({ alt, position }: ItemImageRow): void {
  const issues = issueList();
  checkText(issues, 'alt', alt, 0, MAX_ALT_CHARACTERS);
  checkWhole(issues, 'position', position, -1_000_000, 1_000_000);
  refuseIssues(issues.all());
}
