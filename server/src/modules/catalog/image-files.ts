import { Type } from '../../kernel/schema.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { MOST_PIXELS } from '../../platform/smaller-picture.ts';
import type { OpenedFile } from '../../platform/storage/storage.ts';
import type { System } from '../../platform/system.ts';
import type { CommandTx, Context } from '../accounts/index.ts';
import type { Catalog } from './catalog.ts';
import { imageForm } from './domain/image-size.ts';
import { mediaTypeOfIcon } from './domain/image-type.ts';
import { imageKey, imageName } from './image-keys.ts';
import { imageSizesFolder, openImageSize } from './image-sizes.ts';
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

/** Removes the file of an image and its smaller forms, unless the image exists. */
export const imageSweepJob = defineJob(
  'images.sweep',
  Type.Object({ account: Type.String(), id: Type.String(), extension: Type.String() }),
  async ({ database, storage }: System, { account, id, extension }) => {
    if ((await findImage(database.reader, account, id)) !== undefined) return;
    await storage.delete(imageKey({ id: account }, { id, extension }));
    for (const { key } of await storage.list(imageSizesFolder({ id: account }, { id })))
      await storage.delete(key);
  },
);

/**
 * Stores the file of an image, which is removed after an hour if no item has the image by then. Raises `InvalidInput`
 * when the bytes are not a PNG, JPEG, WebP or AVIF image, or one with more than 10,000 pixels a side or 40 million in
 * all, which could not be made smaller.
 */
export async function storeImage(ctx: Context, bytes: Uint8Array): Promise<StoredImage> {
  const form = imageForm(bytes);
  if (form === undefined || form.type.extension === 'gif') {
    throw invalidInput({ errors: { body: ['must be a PNG, JPEG, WebP or AVIF image'] } });
  }
  const { type, width, height } = form;
  if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS || width * height > MOST_PIXELS) {
    const size = `${grouped.format(width)} × ${grouped.format(height)}`;
    const message = `must have at most 10,000 pixels in width and height and 40 million in all, and has ${size}`;
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

interface OpenedImage {
  readonly file: OpenedFile;
  readonly mediaType: string;
  /** It is larger than its name says, because the smaller form could not be made. */
  readonly isSubstitute: boolean;
}

/**
 * The file of an image of this catalogue, or of a smaller form of it, by its public name; `undefined` for any other
 * one. The whole image stands in for a form that could not be made.
 */
export async function openImage(
  { storage, account, log }: Pick<Context, 'storage' | 'account' | 'log'>,
  catalog: Catalog,
  fileName: string,
): Promise<OpenedImage | undefined> {
  const images = [...catalog.products, ...catalog.bundles].flatMap((item) => item.images);
  const image = images.find(({ id }) => fileName.startsWith(id));
  if (image === undefined) return undefined;
  const name = imageName(image);
  const open = async (file: OpenedFile | undefined, ofName: string): Promise<OpenedImage | undefined> => {
    const mediaType = mediaTypeOfIcon(ofName);
    if (file === undefined || mediaType === undefined) return undefined;
    return { file, mediaType, isSubstitute: ofName !== fileName };
  };
  if (fileName === name) return open(await storage.read(imageKey(account, image)), name);
  try {
    return await open(await openImageSize(storage, account, image, fileName), fileName);
  } catch (error) {
    log.warn({ err: error, image: image.id }, 'a smaller form of an image could not be made');
    return open(await storage.read(imageKey(account, image)), name);
  }
}

/** Those of the files that are images of any account. */
export async function usedImageKeys(db: Reader, keys: readonly string[]): Promise<Set<string>> {
  const ids = keys.flatMap((key) => /^images\/[^/]+\/([0-9a-f-]+)\./.exec(key)?.[1] ?? []);
  const images = await findImages(db, ids);
  return new Set(images.map((image) => imageKey({ id: image.accountId }, image)));
}
