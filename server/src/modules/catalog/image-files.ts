import { Type } from '../../kernel/schema.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { OpenedFile } from '../../platform/storage/storage.ts';
import type { System } from '../../platform/system.ts';
import type { Account, CommandTx, Context } from '../accounts/index.ts';
import type { Catalog } from './catalog.ts';
import { imageForm } from './domain/image-size.ts';
import { mediaTypeOfIcon } from './domain/image-type.ts';
import { findImage, findImages } from './store-images.ts';
import type { ItemImageRow } from './tables.ts';

/** A file in the storage for a new image of an item. */
export type StoredImage = Pick<
  ItemImageRow,
  'id' | 'extension' | 'sha256' | 'sizeBytes' | 'width' | 'height'
>;

/** No request takes this long: a file without a row by then never gets one. */
const UNUSED_AFTER_MS = 3_600_000;
const MAX_SIDE_PIXELS = 10_000;
const grouped = new Intl.NumberFormat('en-US');

/** Removes the file of an image, unless the image exists. */
export const imageSweepJob = defineJob(
  'images.sweep',
  Type.Object({ account: Type.String(), id: Type.String(), extension: Type.String() }),
  async ({ database, storage }: System, { account, id, extension }) => {
    if ((await findImage(database.reader, account, id)) !== undefined) return;
    await storage.delete(imageKey({ id: account }, { id, extension }));
  },
);

/**
 * Stores the file of an image, which is removed after an hour if no item has the image by then. Raises `InvalidInput`
 * when the bytes are not a PNG, JPEG, WebP or AVIF image, or one with more than 10,000 pixels a side.
 */
export async function storeImage(ctx: Context, bytes: Uint8Array): Promise<StoredImage> {
  const form = imageForm(bytes);
  if (form === undefined || form.type.extension === 'gif') {
    throw invalidInput({ errors: { body: ['must be a PNG, JPEG, WebP or AVIF image'] } });
  }
  const { type, width, height } = form;
  if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS) {
    const size = `${grouped.format(width)} × ${grouped.format(height)}`;
    const message = `must have at most 10,000 pixels in width and height, and has ${size}`;
    throw invalidInput({ errors: { body: [message] } });
  }
  const image = { id: ctx.ids.guid(), extension: type.extension };
  const unusedAt = new Date(ctx.clock.now().getTime() + UNUSED_AFTER_MS);
  await transaction(ctx, (tx) => sweepImage(tx, image, unusedAt));
  const { sha256, size } = await ctx.storage.put(imageKey(ctx.account, image), bytes);
  return { ...image, sha256, sizeBytes: size, width, height };
}

/** Schedules the removal of an image's file once this transaction is committed, unless the image exists then. */
export async function sweepImage(
  tx: CommandTx,
  { id, extension }: Pick<StoredImage, 'id' | 'extension'>,
  runAt?: Date,
): Promise<void> {
  const payload = { account: tx.account.id, id, extension };
  await imageSweepJob.enqueue(tx, tx, { payload, ...(runAt && { runAt }) });
}

/** The file of an image of this catalogue by its public name; `undefined` for any other one. */
export async function openImage(
  { storage, account }: Pick<Context, 'storage' | 'account'>,
  catalog: Catalog,
  fileName: string,
): Promise<{ readonly file: OpenedFile; readonly mediaType: string } | undefined> {
  const images = [...catalog.products, ...catalog.bundles].flatMap((item) => item.images);
  const image = images.find((each) => imageName(each) === fileName);
  const mediaType = mediaTypeOfIcon(fileName);
  if (image === undefined || mediaType === undefined) return undefined;
  const file = await storage.read(imageKey(account, image));
  return file && { file, mediaType };
}

/** The name of an image in its public address, which never refers to another content. */
export function imageName({ id, extension }: Pick<ItemImageRow, 'id' | 'extension'>): string {
  return `${id}.${extension}`;
}

/** The storage key of an image's file. */
export function imageKey(
  account: Pick<Account, 'id'>,
  image: { readonly id: string; readonly extension: string },
): string {
  return `${imageFolder(account)}/${image.id}.${image.extension}`;
}

/** The storage folder of an account's images. */
export function imageFolder({ id }: Pick<Account, 'id'>): string {
  // The id of an account may contain two consecutive dots, which a key must not.
  return `images/${id.replaceAll('.', '_')}`;
}

/** Those of the files that are images of any account. */
export async function usedImageKeys(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  const ids = keys.flatMap((key) => /^images\/[^/]+\/([0-9a-f-]+)\./.exec(key)?.[1] ?? []);
  const images = await findImages(db, ids);
  return new Set(images.map((image) => imageKey({ id: image.accountId }, image)));
}
