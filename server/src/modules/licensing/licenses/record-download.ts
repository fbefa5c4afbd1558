import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { changesUsedBy } from '../changes/uses-of-changes.ts';
import { hasUndownloaded, setChangesUsed, setDownloaded } from '../store/downloads.ts';

interface Download {
  readonly customerId: string;
  readonly productId: string;
  readonly version: string;
}

/**
 * Records that a customer downloads a version of a product: in each of their licenses of it that has no download yet,
 * and in each change of such a license that gave this version. Its buyer has used that (commerce, Withdrawal). Without
 * such a license or change, nothing is written. Never fails: a customer who downloads does not wait for a database that
 * cannot write, and what is not recorded leaves the buyer the right to withdraw.
 */
export async function recordDownload(ctx: Context, download: Download): Promise<void> {
  const of = { ...download, accountId: ctx.account.id };
  try {
    const [isFirst, changeIds] = await Promise.all([
      hasUndownloaded(ctx.database.reader, of),
      changesUsedBy(ctx, download),
    ]);
    if (!isFirst && changeIds.length === 0) return;
    await transaction(ctx, async (tx) => {
      const now = tx.clock.now();
      await setDownloaded(tx, of, now);
      await setChangesUsed(tx, of.accountId, changeIds, now);
    });
  } catch (error) {
    ctx.log.warn({ err: error, ...download }, 'a download could not be recorded');
  }
}
