import type { Context } from '../../accounts/index.ts';
import { partSizes } from '../domain/parts.ts';
import { TRANSIENT, uploadIncomplete, uploadNotFound } from '../problems.ts';
import type { FileRow, UploadRow } from '../tables.ts';
import { holdUpload } from './hold-upload.ts';
import { keepFile } from './keep-file.ts';
import { folderOf, newFileKey, partKey } from './places.ts';
import { tooLarge, wrongSize } from './sized.ts';
import { findFile, findUpload } from './store-uploads.ts';

/**
 * Assembles and hashes the file of an upload: from its parts, or from the object that was sent directly to the storage
 * with a link. A complete file is returned unchanged. Raises `NotFound`, `UploadIncomplete`, `UploadBusy`,
 * `PayloadTooLarge` and `InvalidInput` when it is not the announced file.
 */
export async function completeUpload(ctx: Context, key: string): Promise<FileRow> {
  const file = await findFile(ctx.database.reader, ctx.account.id, key);
  if (file !== undefined) return file;
  const upload = await findUpload(ctx.database.reader, ctx.account.id, key);
  if (upload === undefined) throw uploadNotFound(key);
  const parts = await presentParts(ctx, upload);
  const joining = holdUpload(ctx, key, async () => {
    const storageKey = newFileKey(key, ctx.ids.guid());
    const bytes = await ctx.storage.compose(storageKey, parts);
    const whole = await keepFile(ctx, upload, storageKey, bytes);
    await removeParts(ctx, parts);
    return whole;
  });
  try {
    return await joining;
  } catch (error) {
    // Another request may have completed it since, which is equally good.
    const whole = await findFile(ctx.database.reader, ctx.account.id, key);
    if (whole === undefined) throw error;
    return whole;
  }
}

/** The storage keys of the parts; raises when one of them is missing or has another size. */
async function presentParts(ctx: Context, upload: UploadRow): Promise<string[]> {
  const sizes = await storedParts(ctx, upload.key);
  const { key, sizeBytes, partBytes } = upload;
  if (sizeBytes === null || partBytes === null) {
    const size = sizes.get(1);
    if (size === undefined || size === 0) throw uploadIncomplete({ instance: key, ...TRANSIENT });
    if (size > ctx.config.uploadLimitBytes) throw tooLarge(ctx.config.uploadLimitBytes);
    if (sizeBytes !== null && size !== sizeBytes) throw wrongSize(sizeBytes);
    return [partKey(key, 1)];
  }
  const parts = partSizes({ sizeBytes, partBytes });
  const missing = parts.filter(({ number, size }) => sizes.get(number) !== size).length;
  if (missing > 0) {
    const detail = `${missing} of the ${parts.length} parts of this upload have not arrived yet.`;
    throw uploadIncomplete({ instance: key, detail, ...TRANSIENT });
  }
  return parts.map(({ number }) => partKey(key, number));
}

/** The stored parts, as number → bytes. */
export async function storedParts(ctx: Context, key: string): Promise<ReadonlyMap<number, number>> {
  const entries = await ctx.storage.list(folderOf(key));
  const pattern = /\/part-(\d+)$/;
  return new Map(
    entries.flatMap(({ key: storageKey, size }) => {
      const number = pattern.exec(storageKey)?.[1];
      return number === undefined ? [] : [[Number(number), size]];
    }),
  );
}

/** Parts that remain are swept when the upload has expired. */
async function removeParts(ctx: Context, parts: readonly string[]): Promise<void> {
  const outcomes = await Promise.allSettled(parts.map((part) => ctx.storage.delete(part)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) ctx.log.warn({ err: failed.reason }, 'parts of an upload were left behind');
}
