import { transaction } from '../../../platform/context/context.ts';
import type { StoredFile } from '../../../platform/storage/storage.ts';
import type { System } from '../../../platform/system.ts';
import type { Context } from '../../accounts/index.ts';
import { recordReleaseEvent } from '../events.ts';
import { uploadComplete, uploadNotFound, wrongFile } from '../problems.ts';
import type { FileRow, UploadRow } from '../tables.ts';
import { tooLarge, wrongSize } from './sized.ts';
import { insertFile, lockUpload } from './store-uploads.ts';

/**
 * Makes the stored file under `storageKey` the file of the upload. A file that is not the announced one, or that comes
 * second, is removed again. Raises `InvalidInput`, `PayloadTooLarge`, `UploadComplete` and `NotFound`.
 */
export async function keepFile(
  ctx: Context,
  upload: UploadRow,
  storageKey: string,
  content: StoredFile,
): Promise<FileRow> {
  try {
    refuseOther(ctx, upload, content);
    return await insertWhole(ctx, upload, storageKey, content);
  } catch (error) {
    await forget(ctx, storageKey);
    throw error;
  }
}

/** The object behind a bucket link can change until it is copied: only the hashed bytes count. */
function refuseOther(ctx: Context, upload: UploadRow, { size, sha256 }: StoredFile): void {
  if (size > ctx.config.uploadLimitBytes) throw tooLarge(ctx.config.uploadLimitBytes);
  if (upload.sizeBytes !== null && upload.sizeBytes !== size) throw wrongSize(upload.sizeBytes);
  if (upload.sha256 !== null && upload.sha256 !== sha256)
    throw wrongFile(`must have the SHA-256 ${upload.sha256}, as it was prepared`);
}

function insertWhole(
  ctx: Context,
  { accountId, key, contentType }: UploadRow,
  storageKey: string,
  { size: sizeBytes, sha1, sha256, sha512 }: StoredFile,
): Promise<FileRow> {
  const now = ctx.clock.now();
  const file: FileRow = {
    accountId,
    key,
    sizeBytes,
    sha1,
    sha256,
    sha512,
    contentType,
    storageKey,
    storedAt: now,
    unusedSince: now,
  };
  return transaction(ctx, async (tx) => {
    if ((await lockUpload(tx, accountId, key)) === undefined) throw uploadNotFound(key);
    if (!(await insertFile(tx, file))) throw uploadComplete({ instance: key });
    recordReleaseEvent(tx, {
      type: 'upload.completed',
      subjects: { file: key },
      data: { sizeBytes, sha256 },
    });
    return file;
  });
}

/** Bytes that nothing refers to are swept later, too, so a failure here must not hide the reason. */
async function forget(system: System, storageKey: string): Promise<void> {
  try {
    await system.storage.delete(storageKey);
  } catch (error) {
    system.log.warn({ err: error }, 'a file of no upload was left behind');
  }
}
