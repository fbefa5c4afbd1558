import type { Tx } from '../../../platform/database/database.ts';
import type { LicensingTables } from '../tables.ts';

/**
 * Locks the licenses of a batch of vouchers that are, or are not, revoked because the batch was taken back, up to
 * `limit` of them, and returns their ids. The caller holds the lock of the batch.
 */
export async function lockVoucherLicenses(
  tx: Tx,
  accountId: string,
  batchId: string,
  { isRevoked, limit }: { readonly isRevoked: boolean; readonly limit: number },
): Promise<string[]> {
  const rows = await tx
    .tables<LicensingTables>()
    .selectFrom('licenses')
    .select('id')
    .where('accountId', '=', accountId)
    .where('voucherBatchId', '=', batchId)
    .where((eb) => {
      const suspension = eb
        .selectFrom('licenseSuspensions')
        .select('licenseId')
        .whereRef('licenseSuspensions.accountId', '=', 'licenses.accountId')
        .whereRef('licenseSuspensions.licenseId', '=', 'licenses.id')
        .where('licenseSuspensions.reason', '=', 'Voucher');
      return isRevoked ? eb.exists(suspension) : eb.not(eb.exists(suspension));
    })
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}
