import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { uploadBusy, uploadComplete, uploadNotFound } from '../problems.ts';
import { TRANSIENT } from './transient.ts';
import { endAssembly, findFile, lockUpload, setAssembly } from './store-uploads.ts';

/** A process that ends while it writes the file of an upload leaves the upload to the next one after this time. */
const HOLD_SECONDS = 900;

/**
 * Writes the file of an upload under a lock against other writers, so that one link cannot fill the storage. Raises
 * `NotFound`, `UploadComplete`, `UploadBusy` when another request is writing it, and the problems of `write`.
 */
export async function holdUpload<T>(ctx: Context, key: string, write: () => Promise<T>): Promise<T> {
  const heldUntil = new Date(ctx.clock.now().getTime() + HOLD_SECONDS * 1_000);
  await transaction(ctx, async (tx) => {
    const upload = await lockUpload(tx, ctx.account.id, key);
    if (upload === undefined) throw uploadNotFound(key);
    if ((await findFile(tx, ctx.account.id, key)) !== undefined) throw uploadComplete({ instance: key });
    const { assembledUntil } = upload;
    if (assembledUntil !== null && assembledUntil > tx.clock.now())
      throw uploadBusy({ instance: key, ...TRANSIENT });
    await setAssembly(tx, upload, heldUntil);
  });
  try {
    return await write();
  } finally {
    await transaction(ctx, (tx) => endAssembly(tx, { accountId: ctx.account.id, key }, heldUntil));
  }
}
