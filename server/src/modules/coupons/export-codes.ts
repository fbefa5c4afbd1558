import type { Context } from '../accounts/index.ts';
import { checkCodeFilter, type CodeFilter, pageCodes, type ShownCode } from './manage-codes.ts';
import { codesNotReady } from './problems.ts';
import * as store from './store-codes.ts';

const ROWS_AT_ONCE = 1_000;

/**
 * All codes of a coupon, or of one batch, newest first, in groups. Raises `NotFound`, and `CodesNotReady` while codes
 * are still being created, before the first group.
 */
export async function exportCodes(ctx: Context, filter: CodeFilter): Promise<AsyncIterable<ShownCode[]>> {
  await checkCodeFilter(ctx, filter);
  const waiting = await store.findUnfinishedBatch(ctx.database.reader, ctx.account.id, filter);
  if (waiting !== undefined)
    throw codesNotReady({ detail: `${waiting.generated} of ${waiting.quantity} codes have been created.` });
  return groupsOf(ctx, filter);
}

async function* groupsOf(ctx: Context, filter: CodeFilter): AsyncGenerator<ShownCode[]> {
  let after: { readonly at: Date; readonly id: string } | undefined;
  for (;;) {
    const codes = await pageCodes(ctx, filter, { limit: ROWS_AT_ONCE, after });
    const group = codes.slice(0, ROWS_AT_ONCE);
    yield group;
    const last = group.at(-1);
    if (last === undefined || codes.length <= ROWS_AT_ONCE) return;
    after = { at: last.createdAt, id: last.id };
  }
}
