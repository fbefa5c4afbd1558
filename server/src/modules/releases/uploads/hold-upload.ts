import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { TRANSIENT, uploadBusy, uploadComplete, uploadNotFound } from '../problems.ts';
import type { UploadRow } from '../tables.ts';
import {
  endAssembly,
  endPartHold,
  findFile,
  findPartHold,
  lockUpload,
  savePartHold,
  setAssembly,
} from './store-uploads.ts';

/** The time after which the next process may write the file of an upload if a process ended while writing it. */
const HOLD_SECONDS = 900;

/**
 * Writes the file of an upload under a lock against other writers, so that one link cannot fill the storage. Raises
 * `NotFound`, `UploadComplete`, `UploadBusy` when another request is writing it, and the problems of `write`.
 */
export async function holdUpload<T>(ctx: Context, key: string, write: () => Promise<T>): Promise<T> {
  const heldUntil = endOfHold(ctx);
  await transaction(ctx, async (tx) => setAssembly(tx, await lockFree(tx, key), heldUntil));
  try {
    return await write();
  } finally {
    await transaction(ctx, (tx) => endAssembly(tx, { accountId: ctx.account.id, key }, heldUntil));
  }
}

/**
 * Writes a part of an upload while nobody else writes the same part; others may write other parts at the same time. Raises
 * what `holdUpload` raises.
 */
export async function holdPart<T>(
  ctx: Context,
  { key, number }: { readonly key: string; readonly number: number },
  write: () => Promise<T>,
): Promise<T> {
  const hold = { accountId: ctx.account.id, key, number, heldUntil: endOfHold(ctx) };
  await transaction(ctx, async (tx) => {
    await lockFree(tx, key);
    const other = await findPartHold(tx, hold);
    if (other !== undefined && other.heldUntil > tx.clock.now()) throw busy(key);
    await savePartHold(tx, hold);
  });
  try {
    return await write();
  } finally {
    await transaction(ctx, (tx) => endPartHold(tx, hold));
  }
}

function endOfHold({ clock }: Context): Date {
  return new Date(clock.now().getTime() + HOLD_SECONDS * 1_000);
}

/** The upload, locked, where nobody writes its file. */
async function lockFree(tx: CommandTx, key: string): Promise<UploadRow> {
  const upload = await lockUpload(tx, tx.account.id, key);
  if (upload === undefined) throw uploadNotFound(key);
  if ((await findFile(tx, tx.account.id, key)) !== undefined) throw uploadComplete({ instance: key });
  const { assembledUntil } = upload;
  if (assembledUntil !== null && assembledUntil > tx.clock.now()) throw busy(key);
  return upload;
}

function busy(key: string): Error {
  return uploadBusy({ instance: key, ...TRANSIENT });
}
