import { transaction } from '../../../platform/context/context.ts';
import type { Context } from '../../accounts/index.ts';
import { hasUndownloaded, setDownloaded } from '../store/downloads.ts';

interface Download {
  readonly customerId: string;
  readonly productId: string;
}

/**
 * Records that a customer downloads a product, in each of their licenses of it that has no download yet: its buyer has
 * used it (commerce, Withdrawal). Without such a license, nothing is written. Never fails: a customer who downloads does
 * not wait for a database that cannot write, and what is not recorded leaves the buyer the right to withdraw.
 */
export async function recordDownload(ctx: Context, download: Download): Promise<void> {
  const of = { ...download, accountId: ctx.account.id };
  try {
    if (!(await hasUndownloaded(ctx.database.reader, of))) return;
    await transaction(ctx, (tx) => setDownloaded(tx, of, tx.clock.now()));
  } catch (error) {
    ctx.log.warn({ err: error, ...download }, 'a download could not be recorded');
  }
}
