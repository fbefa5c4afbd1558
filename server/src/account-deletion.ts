import { Type } from './kernel/schema.ts';
import { type Context, deleteAccountRows } from './modules/accounts/index.ts';
import { iconKeysOf, imageFolder, logoFolder, mediaFolder, usedIconKeys } from './modules/catalog/index.ts';
import { documentFolder } from './modules/documents/index.ts';
import { removeBytes, sweepAccount } from './modules/releases/index.ts';
import { countRowsOf } from './platform/database/account-tables.ts';
import { transaction } from './platform/context/context.ts';
import { databaseFailure } from './platform/database/errors.ts';
import { defineJob } from './platform/jobs/define-job.ts';
import type { System } from './platform/system.ts';

/** Removes the icons, images, media, logos and documents of a deleted account, in case the process ends before it has done so. */
export const fileRemovalJob = defineJob(
  'files.remove',
  Type.Object({ keys: Type.Array(Type.String()), folder: Type.Optional(Type.String()) }),
  async (system: System, { keys, folder }) => {
    await removeFiles(system, keys);
    if (folder !== undefined) await removeFolder(system, folder);
  },
);

const KEYS_PER_JOB = 500;
/** Requests of the account may still be running meanwhile. */
const MOST_ATTEMPTS = 5;

/** The content of an account, to show before it is deleted. */
export async function accountContents({
  database: { reader },
  account: { id },
}: Context): Promise<{ readonly customers: number; readonly licenses: number; readonly orders: number }> {
  const [customers, licenses, orders] = await Promise.all([
    countRowsOf(reader, 'customers', id),
    countRowsOf(reader, 'licenses', id),
    countRowsOf(reader, 'orders', id),
  ]);
  return { customers, licenses, orders };
}

/**
 * Deletes an account with everything that belongs to it, including files, while the instance serves the others: all of
 * its rows in one transaction, and then the files that no other account refers to. Returns the deleted content.
 *
 * Raises `NotFound`, and `DefaultAccountNeeded` for the default account while there are others.
 */
export async function deleteAccount(
  ctx: Context,
): Promise<{ readonly rows: number; readonly files: number }> {
  const { rows, keys, files } = await inOneTransaction(ctx);
  await removeFiles(ctx, keys);
  await removeBytes(ctx, files);
  const documents = await removeFolder(ctx, documentFolder(ctx.account));
  const images = await removeFolder(ctx, imageFolder(ctx.account));
  const media = await removeFolder(ctx, mediaFolder(ctx.account));
  const logos = await removeFolder(ctx, logoFolder(ctx.account));
  return { rows, files: keys.length + files.length + documents + images + media + logos };
}

async function inOneTransaction(ctx: Context) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(ctx, async (tx) => {
        const keys = await iconKeysOf(tx);
        const files = await sweepAccount(tx);
        const rows = await deleteAccountRows(tx, ctx.account.id);
        for (let start = 0; start === 0 || start < keys.length; start += KEYS_PER_JOB) {
          const payload = {
            keys: keys.slice(start, start + KEYS_PER_JOB),
            ...(start === 0 && { folder: documentFolder(ctx.account) }),
          };
          await fileRemovalJob.enqueue(ctx, tx, { payload });
        }
        for (const folder of [imageFolder, mediaFolder, logoFolder].map((folderOf) => folderOf(ctx.account)))
          await fileRemovalJob.enqueue(ctx, tx, { payload: { keys: [], folder } });
        return { rows, keys, files };
      });
    } catch (error) {
      if (databaseFailure(error) !== 'reference' || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/** Two accounts with the same icon have one file. */
async function removeFiles({ database, storage }: System, keys: readonly string[]): Promise<void> {
  const keysInUse = await usedIconKeys(database.reader, keys);
  for (const key of keys) if (!keysInUse.has(key)) await storage.delete(key);
}

/** Nobody else has files there; returns their number. */
async function removeFolder({ storage }: System, folder: string): Promise<number> {
  const entries = await storage.list(folder);
  for (const { key } of entries) await storage.delete(key);
  return entries.length;
}
