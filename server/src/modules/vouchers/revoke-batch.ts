import { setImmediate } from 'node:timers/promises';
import { Type } from '../../kernel/schema.ts';
import { notFound } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import { type CommandContext, type CommandTx, defineAccountJob } from '../accounts/index.ts';
import { takeBackVoucherLicenses } from '../licensing/index.ts';
import { voucherJob } from './create-batch.ts';
import { recordVoucherEvent } from './events.ts';
import { lockBatch, setRevocation } from './store.ts';
import type { VoucherBatch } from './tables.ts';

/** The number of licenses that one transaction changes. */
const LICENSES_AT_ONCE = 500;

/**
 * Revokes the unredeemed codes of a batch, and, if `revokesLicenses`, the licenses that the redeemed ones granted:
 * these in the background. Repeating it changes nothing. Raises `NotFound`.
 */
export async function revokeVoucherBatch(
  ctx: CommandContext,
  id: string,
  { revokesLicenses = false }: { readonly revokesLicenses?: boolean } = {},
): Promise<VoucherBatch> {
  return transaction(ctx, async (tx) => {
    const before = await lockExisting(tx, id);
    const batch = {
      ...before,
      revokedAt: before.revokedAt ?? tx.clock.now(),
      revokesLicenses: before.revokesLicenses || revokesLicenses,
    };
    const isNew = before.revokedAt === null || batch.revokesLicenses !== before.revokesLicenses;
    if (!isNew) return before;
    recordVoucherEvent(tx, {
      type: 'voucher-batch.revoked',
      subjects: { voucherBatch: id },
      data: { name: batch.name, revokesLicenses: batch.revokesLicenses },
    });
    return change(tx, before, batch);
  });
}

/**
 * Undoes `revokeVoucherBatch`: the codes can be redeemed again, and licenses that were revoked with the batch are
 * restored in the background, except for those with another reason. Repeating it changes nothing. Raises `NotFound`.
 */
export async function restoreVoucherBatch(ctx: CommandContext, id: string): Promise<VoucherBatch> {
  return transaction(ctx, async (tx) => {
    const before = await lockExisting(tx, id);
    if (before.revokedAt === null) return before;
    recordVoucherEvent(tx, {
      type: 'voucher-batch.restored',
      subjects: { voucherBatch: id },
      data: { name: before.name },
    });
    // Its generation stopped with the revocation.
    if (before.generated < before.quantity) await voucherJob.enqueue(tx, { batchId: id });
    return change(tx, before, { ...before, revokedAt: null, revokesLicenses: false });
  });
}

async function change(tx: CommandTx, before: VoucherBatch, batch: VoucherBatch): Promise<VoucherBatch> {
  await setRevocation(tx, batch);
  if (batch.revokesLicenses !== before.revokesLicenses)
    await voucherLicensesJob.enqueue(tx, { batchId: batch.id });
  return batch;
}

/** Revokes or restores the licenses of a batch, as the batch says now, in chunks; when run again it continues. */
export const voucherLicensesJob = defineAccountJob(
  'vouchers.licenses',
  Type.Object({ batchId: Type.String() }),
  async (ctx, { batchId }, { signal }) => {
    const takeBack = () =>
      transaction(ctx, async (tx) => {
        const batch = await lockBatch(tx, tx.account.id, batchId);
        if (batch === undefined) return false;
        const isRevoked = batch.revokesLicenses;
        return takeBackVoucherLicenses(tx, batchId, { isRevoked, limit: LICENSES_AT_ONCE });
      });
    while (await takeBack()) {
      signal.throwIfAborted();
      // SQLite responds synchronously, so nothing above waits: this gives other requests a turn.
      await setImmediate();
    }
  },
);

async function lockExisting(tx: CommandTx, id: string): Promise<VoucherBatch> {
  const batch = await lockBatch(tx, tx.account.id, id);
  if (batch === undefined) throw notFound({ detail: `There is no voucher batch ${id}.` });
  return batch;
}
