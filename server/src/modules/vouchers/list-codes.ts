import { notFound } from '../../kernel/problem.ts';
import type { Context } from '../accounts/index.ts';
import { formatCode } from '../../kernel/codes.ts';
import { batchNotReady } from './problems.ts';
import { findBatch, type ListedVoucher, listVouchers } from './store.ts';

/** A code of a batch in its merchant's view. */
interface BatchCode {
  readonly id: string;
  readonly ordinal: number;
  /** In the spelling with dashes. */
  readonly code: string;
  /** The customer who redeemed it, and the time; absent while it is not redeemed. */
  readonly redeemed?: { readonly customerId: string; readonly at: Date };
}

/** Up to `limit` codes of a batch in their order, from an ordinal on. Raises `NotFound` for an unknown batch. */
export async function listBatchCodes(
  ctx: Context,
  batchId: string,
  part: { readonly from: number; readonly limit: number },
): Promise<BatchCode[]> {
  const { reader } = ctx.database;
  if ((await findBatch(reader, ctx.account.id, batchId)) === undefined) throw unknownBatch(batchId);
  const rows = await listVouchers(reader, ctx.account.id, batchId, part);
  return rows.map((row) => opened(ctx, row));
}

const ROWS_AT_ONCE = 1_000;

/**
 * All codes of a batch as CSV, in pieces (RFC 4180, with a header). Raises `NotFound` for an unknown batch and
 * `BatchNotReady` while codes are still being created, before the first piece.
 */
export async function exportBatch(ctx: Context, batchId: string): Promise<AsyncIterable<string>> {
  const batch = await findBatch(ctx.database.reader, ctx.account.id, batchId);
  if (batch === undefined) throw unknownBatch(batchId);
  if (batch.revokedAt === null && batch.generated < batch.quantity) {
    throw batchNotReady({ detail: `${batch.generated} of ${batch.quantity} codes have been created.` });
  }
  return csvPieces(ctx, batchId);
}

async function* csvPieces(ctx: Context, batchId: string): AsyncGenerator<string> {
  yield 'code,redeemedAt,customerId\r\n';
  for (let from = 0; ; from += ROWS_AT_ONCE) {
    const part = { from, limit: ROWS_AT_ONCE };
    const rows = await listVouchers(ctx.database.reader, ctx.account.id, batchId, part);
    if (rows.length === 0) return;
    // Codes, times and GUIDs: none of them needs quotes, and none is a formula in a spreadsheet.
    yield rows
      .map((row) => opened(ctx, row))
      .map(
        ({ code, redeemed }) =>
          `${code},${redeemed?.at.toISOString() ?? ''},${redeemed?.customerId ?? ''}\r\n`,
      )
      .join('');
  }
}

function opened(ctx: Context, row: ListedVoucher): BatchCode {
  const { id, ordinal, codeSealed, customerId, redeemedAt } = row;
  const code = formatCode(ctx.vault.open(ctx.account, `vouchers/${id}`, codeSealed));
  if (customerId === null || redeemedAt === null) return { id, ordinal, code };
  return { id, ordinal, code, redeemed: { customerId, at: redeemedAt } };
}

function unknownBatch(id: string): Error {
  return notFound({ detail: `There is no voucher batch ${id}.` });
}
