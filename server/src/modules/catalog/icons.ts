import { createHash } from 'node:crypto';
import { invalidInput } from '../../kernel/problem.ts';
import type { OpenedFile } from '../../platform/storage/storage.ts';
import type { System } from '../../platform/system.ts';
import type { CommandContext, Context } from '../accounts/index.ts';
import type { Catalog } from './catalog.ts';
import { updateBundle } from './bundles.ts';
import type { ItemReference } from './create-variation.ts';
import { imageType, mediaTypeOfIcon } from './domain/image-type.ts';
import { updateProduct } from './products.ts';

const FOLDER = 'icons/';

/** Sets the icon of a product or bundle; `undefined` removes it. @see storeIcon, replaceIcon */
export async function setIcon(
  ctx: Context,
  item: ItemReference,
  bytes: Uint8Array | undefined,
): Promise<{ readonly iconKey: string | null }> {
  return replaceIcon(ctx, item, bytes === undefined ? null : await storeIcon(ctx, bytes));
}

/**
 * Makes a stored image the icon of a product or bundle; null removes the icon. Raises `NotFound` and `StaleRevision`.
 */
export function replaceIcon(
  ctx: CommandContext,
  item: ItemReference,
  iconKey: string | null,
  expectedRevision?: number,
): Promise<{ readonly revision: number; readonly iconKey: string | null }> {
  const update = item.type === 'Product' ? updateProduct : updateBundle;
  return update(ctx, item.id, { iconKey }, expectedRevision);
}

/** An icon of any item in this catalogue; `undefined` for any other file. */
export async function openIcon(
  system: System,
  catalog: Catalog,
  fileName: string,
): Promise<{ readonly file: OpenedFile; readonly mediaType: string } | undefined> {
  const key = FOLDER + fileName;
  const mediaType = mediaTypeOfIcon(fileName);
  const isUsed = [...catalog.products, ...catalog.bundles].some(({ iconKey }) => iconKey === key);
  const file = isUsed && mediaType !== undefined ? await system.storage.read(key) : undefined;
  return file === undefined || mediaType === undefined ? undefined : { file, mediaType };
}

/**
 * Stores an image for `replaceIcon`. The file is named by its content, so that its URL can be cached forever. Raises
 * `InvalidInput` when the bytes are not an image of a safe type.
 */
export async function storeIcon(system: Pick<System, 'storage'>, bytes: Uint8Array): Promise<string> {
  const type = imageType(bytes);
  if (type === undefined) {
    throw invalidInput({ errors: { body: ['must be a PNG, JPEG, GIF, WebP or AVIF image'] } });
  }
  const name = createHash('sha256').update(bytes).digest('hex');
  const key = `${FOLDER}${name}.${type.extension}`;
  if ((await system.storage.stat(key)) === undefined) await system.storage.put(key, bytes);
  return key;
}
