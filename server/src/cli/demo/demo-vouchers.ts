import type { Context } from '../../modules/accounts/index.ts';
import { createVoucherBatch, listBatchCodes, listBatches } from '../../modules/vouchers/index.ts';

const BATCH_NAME = 'Demo vouchers';
const CODE_COUNT = 5;
const MOST_BATCHES = 100;

/** The demo account's unredeemed voucher codes, and whether they were just created. */
export async function ensureDemoVouchers(
  ctx: Context,
): Promise<{ readonly codes: string[]; readonly isNew: boolean }> {
  const batches = await listBatches(ctx, { limit: MOST_BATCHES });
  const existing = batches.find(({ name, revokedAt }) => name === BATCH_NAME && revokedAt === null);
  const { id } = existing ?? (await createBatch(ctx));
  const codes = await listBatchCodes(ctx, id, { from: 0, limit: CODE_COUNT });
  return {
    codes: codes.filter(({ redeemed }) => redeemed === undefined).map(({ code }) => code),
    isNew: existing === undefined,
  };
}

function createBatch(ctx: Context) {
  return createVoucherBatch(ctx, {
    name: BATCH_NAME,
    description: 'A license of Demo Verb for everyone with a code.',
    quantity: CODE_COUNT,
    contents: [{ type: 'Product', id: 'demo-verb', quantity: 1 }],
  });
}
