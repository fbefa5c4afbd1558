import { arrayBuffer } from 'node:stream/consumers';
import { Type } from '../../kernel/schema.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { PICTURE_FORMATS, type PictureFormat, smallerPicture } from '../../platform/smaller-picture.ts';
import type { OpenedFile, Storage } from '../../platform/storage/storage.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { imageFolder, imageKey } from './image-keys.ts';
import { findImage } from './store-images.ts';
import type { ItemImageRow } from './tables.ts';

/** For a card, for a card on a phone's fine display, and for a large picture; in pixels. */
const WIDTHS = [400, 800, 1600];
const MAIL_WIDTH = 1_000;

/** A smaller form of an image. */
export interface ImageSize {
  /** In pixels. */
  readonly width: number;
  readonly format: PictureFormat;
}

/** The widths that an image is also stored in, in pixels: never wider than itself, and the last one close to it. */
export function imageWidths({ width }: Pick<ItemImageRow, 'width'>): number[] {
  const narrower = WIDTHS.filter((each) => each < width);
  return narrower.length === WIDTHS.length ? narrower : [...narrower, width];
}

/** The public name of a smaller form, which never refers to another content. */
export function imageSizeName({ id }: Pick<ItemImageRow, 'id'>, { width, format }: ImageSize): string {
  return `${id}-${width}.${format === 'jpeg' ? 'jpg' : format}`;
}

/** The public name of the form for mails: as wide as a mail is on a fine display, made for the first reader. */
export function mailImageName(image: Pick<ItemImageRow, 'id' | 'width'>): string {
  return imageSizeName(image, mailSize(image));
}

function mailSize({ width }: Pick<ItemImageRow, 'width'>): ImageSize {
  return { width: Math.min(width, MAIL_WIDTH), format: 'jpeg' };
}

/**
 * Makes the smaller forms of an image that are missing. They follow from the file of the image, so that nothing but
 * the storage knows of them: a copy of the account makes its own.
 */
export const imageSizesJob = defineJob(
  'images.sizes',
  Type.Object({ account: Type.String(), id: Type.String() }),
  async ({ database, storage }: System, { account, id }) => {
    const image = await findImage(database.reader, account, id);
    if (image === undefined) return;
    for (const size of imageSizes(image))
      if ((await storage.stat(sizeKey({ id: account }, image, size))) === undefined)
        await makeSize(storage, { id: account }, image, size);
  },
);

/** A smaller form by its public name: made now if the job has not come to it. `undefined` if there is none. */
export async function openImageSize(
  storage: Storage,
  account: Pick<Account, 'id'>,
  image: ItemImageRow,
  fileName: string,
): Promise<OpenedFile | undefined> {
  const size = sizeOf(image, fileName);
  if (size === undefined) return undefined;
  const key = sizeKey(account, image, size);
  const file = await storage.read(key);
  if (file !== undefined) return file;
  await makeSize(storage, account, image, size);
  return storage.read(key);
}

/** The storage folder of the smaller forms of an image. */
export function imageSizesFolder(account: Pick<Account, 'id'>, { id }: Pick<ItemImageRow, 'id'>): string {
  return `${imageFolder(account)}/${id}`;
}

function sizeKey(account: Pick<Account, 'id'>, image: ItemImageRow, { width, format }: ImageSize): string {
  return `${imageSizesFolder(account, image)}/${width}.${format}`;
}

function sizeOf(image: ItemImageRow, fileName: string): ImageSize | undefined {
  const sizes = [...imageSizes(image), mailSize(image)];
  return sizes.find((size) => imageSizeName(image, size) === fileName);
}

function imageSizes(image: ItemImageRow): ImageSize[] {
  return imageWidths(image).flatMap((width) => PICTURE_FORMATS.map((format) => ({ width, format })));
}

/** Many visitors may ask for a form at once: it is made once. */
const running = new WeakMap<Storage, Map<string, Promise<void>>>();

function makeSize(
  storage: Storage,
  account: Pick<Account, 'id'>,
  image: ItemImageRow,
  size: ImageSize,
): Promise<void> {
  const forms = running.get(storage) ?? new Map<string, Promise<void>>();
  running.set(storage, forms);
  const key = sizeKey(account, image, size);
  const earlier = forms.get(key);
  if (earlier !== undefined) return earlier;
  const work = encode(storage, imageKey(account, image), key, size).finally(() => forms.delete(key));
  forms.set(key, work);
  return work;
}

async function encode(storage: Storage, from: string, to: string, size: ImageSize): Promise<void> {
  const file = await storage.read(from);
  if (file === undefined) return;
  const bytes = new Uint8Array(await arrayBuffer(file.stream));
  await storage.put(to, await smallerPicture(bytes, size));
}
