import { setImmediate } from 'node:timers/promises';
import { codeOf } from '../../kernel/codes.ts';
import { notFound, refuseIssues } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { readerOf, transaction } from '../../platform/context/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { RowPage } from '../../platform/database/newest-first.ts';
import {
  type AccountContext,
  type CommandContext,
  type CommandTx,
  type Context,
  defineAccountJob,
  type QueryContext,
} from '../accounts/index.ts';
import { normaliseCode, shownCode } from './domain/code.ts';
import { isCount, MAX_USES } from './domain/counts.ts';
import { hashCode, sealOf } from './entered-coupons.ts';
import { recordCouponEvent } from './events.ts';
import { findCoupon, unknownCoupon } from './manage-coupons.ts';
import { couponCodeExists } from './problems.ts';
import { couponRows } from './store.ts';
import * as store from './store-codes.ts';
import type { CouponBatch, CouponCode } from './tables.ts';

export const MAX_BATCH_CODES = 100_000;

/** The number of codes that a call generates itself, and the job in each step; other work waits meanwhile. */
const CODES_AT_ONCE = 1_000;
const CODES_PER_STEP = 250;

/** A code in the merchant's view. */
export interface ShownCode extends Omit<CouponCode, 'codeHash' | 'codeSealed'> {
  readonly code: string;
}

interface CodeInput {
  readonly couponId: string;
  /** In the merchant's spelling. */
  readonly code: string;
  /** The maximum number of orders that use the code; absent: any, up to the maximum of the coupon. */
  readonly maxUses?: number | undefined;
}

/**
 * Adds a code that the merchant chose to a coupon. Raises `NotFound`, `InvalidInput` with every issue, and
 * `CouponCodeExists` when a coupon of the account has the same code.
 */
export function addCode(ctx: CommandContext, { couponId, code, maxUses }: CodeInput): Promise<ShownCode> {
  const normal = normaliseCode(code);
  refuseIssues({
    code:
      normal === undefined ? ['must have 3 to 64 letters and digits; dashes and spaces do not count'] : [],
    maxUses: maxUsesIssues(maxUses),
  });
  return transaction(ctx, async (tx) => {
    if ((await couponRows.lock(tx, tx.account.id, couponId)) === undefined) throw unknownCoupon(couponId);
    const row = newCode(
      tx,
      { couponId, batchId: null, maxUses: maxUses ?? null },
      normal ?? '',
      shownCode(code),
    );
    if (!(await store.insertCode(tx, row))) throw await codeExists(tx, row);
    recordCouponEvent(tx, {
      type: 'coupon.codes-added',
      subjects: { coupon: couponId, couponCode: row.id },
      data: { quantity: 1, maxUsesPerCode: row.maxUses },
    });
    return codeAnswer(tx, row);
  });
}

interface CodesInput {
  readonly couponId: string;
  /** 1 to 100,000. */
  readonly quantity: number;
  /** The maximum number of orders that use each code; null: any. */
  readonly maxUsesPerCode: number | null;
}

/** Codes that are not stored yet, with the first of them: sealing takes time, and no lock needs to wait. */
interface CodesDraft {
  readonly batch: CouponBatch;
  readonly codes: readonly CouponCode[];
}

/** Prepares codes for `addCodes`. Raises `InvalidInput` with every issue. */
export function draftCodes(ctx: Context, { couponId, quantity, maxUsesPerCode }: CodesInput): CodesDraft {
  const isQuantity = Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_BATCH_CODES;
  refuseIssues({
    quantity: isQuantity ? [] : [`must be a whole number from 1 to ${MAX_BATCH_CODES}`],
    maxUsesPerCode: maxUsesIssues(maxUsesPerCode ?? undefined),
  });
  const batch: CouponBatch = {
    accountId: ctx.account.id,
    id: ctx.ids.guid(),
    couponId,
    quantity,
    generated: 0,
    maxUsesPerCode,
    createdAt: ctx.clock.now(),
  };
  return { batch, codes: newCodes(ctx, batch, CODES_AT_ONCE) };
}

/**
 * Stores a batch of codes and the first of them, up to 1,000; more are created in the background, and `generated` of the
 * batch counts them. Raises `NotFound` when there is no such coupon.
 */
export async function addCodes(tx: CommandTx, { batch, codes }: CodesDraft): Promise<CouponBatch> {
  const { couponId, quantity, maxUsesPerCode } = batch;
  if ((await couponRows.lock(tx, tx.account.id, couponId)) === undefined) throw unknownCoupon(couponId);
  await store.insertBatch(tx, batch);
  recordCouponEvent(tx, {
    type: 'coupon.codes-added',
    subjects: { coupon: couponId, couponBatch: batch.id },
    data: { quantity, maxUsesPerCode },
  });
  const generated = await storeCodes(tx, batch, codes);
  if (generated < quantity) await couponCodesJob.enqueue(tx, { batchId: batch.id });
  return { ...batch, generated };
}

/** Creates the missing codes of a large batch in chunks; when run again it continues. */
export const couponCodesJob = defineAccountJob(
  'coupons.generate-codes',
  Type.Object({ batchId: Type.String() }),
  async (ctx, { batchId }, { signal }) => {
    for (let isReady = false; !isReady;) {
      signal.throwIfAborted();
      isReady = await generateMore(ctx, batchId);
      // SQLite responds synchronously, so nothing above waits: this gives other requests a turn.
      await setImmediate();
    }
  },
);

/**
 * Revokes a code: carts can no longer use it, but payments in progress keep it. Repeating it changes nothing. Raises
 * `NotFound`.
 */
export function revokeCode(ctx: CommandContext, couponId: string, codeId: string): Promise<ShownCode> {
  return transaction(ctx, async (tx) => {
    const code = await store.lockCode(tx, tx.account.id, codeId);
    if (code === undefined || code.couponId !== couponId)
      throw notFound({ detail: `The coupon ${couponId} has no code ${codeId}.` });
    if (code.revokedAt !== null) return codeAnswer(tx, code);
    const revokedAt = tx.clock.now();
    await store.revokeCode(tx, code, revokedAt);
    recordCouponEvent(tx, {
      type: 'coupon.code-revoked',
      subjects: { coupon: couponId, couponCode: codeId },
      data: { uses: code.uses },
    });
    return codeAnswer(tx, { ...code, revokedAt });
  });
}

/** The codes of a coupon, or of one batch. */
export interface CodeFilter {
  readonly couponId: string;
  readonly batchId?: string | undefined;
}

/** Codes newest first; up to one more than `limit`. Raises `NotFound` when there is no such coupon or batch. */
export async function pageCodes(ctx: QueryContext, filter: CodeFilter, page: RowPage): Promise<ShownCode[]> {
  await checkCodeFilter(ctx, filter);
  const rows = await store.pageCodes(readerOf(ctx), ctx.account.id, filter, page);
  return rows.map((row) => codeAnswer(ctx, row));
}

/** Raises `NotFound` when there is no such coupon, or it has no such batch. */
export async function checkCodeFilter(ctx: QueryContext, { couponId, batchId }: CodeFilter): Promise<void> {
  if ((await findCoupon(ctx, couponId)) === undefined) throw unknownCoupon(couponId);
  if (batchId !== undefined) await findCodeBatch(ctx, couponId, batchId);
}

/** A batch of a coupon. Raises `NotFound`. */
export async function findCodeBatch(ctx: QueryContext, couponId: string, id: string): Promise<CouponBatch> {
  const batch = await store.findBatch(readerOf(ctx), ctx.account.id, id);
  if (batch === undefined || batch.couponId !== couponId)
    throw notFound({ detail: `The coupon ${couponId} has no batch ${id}.` });
  return batch;
}

/** The batches of a coupon, newest first; up to one more than `limit`. Raises `NotFound`. */
export async function pageCodeBatches(
  ctx: QueryContext,
  couponId: string,
  page: RowPage,
): Promise<CouponBatch[]> {
  if ((await findCoupon(ctx, couponId)) === undefined) throw unknownCoupon(couponId);
  return store.pageBatches(readerOf(ctx), ctx.account.id, couponId, page);
}

function maxUsesIssues(maxUses: number | undefined): string[] {
  return maxUses === undefined || isCount(maxUses) ? [] : [`must be a whole number from 1 to ${MAX_USES}`];
}

async function codeExists(tx: CommandTx, { codeHash }: CouponCode): Promise<Error> {
  const other = await store.findCodeByHash(tx, tx.account.id, codeHash);
  return couponCodeExists(other && { instance: other.couponId });
}

/** Creates the next codes of a batch; true when it is complete. */
async function generateMore(ctx: Context, batchId: string): Promise<boolean> {
  const before = await store.findBatch(ctx.database.reader, ctx.account.id, batchId);
  if (before === undefined || before.generated >= before.quantity) return true;
  // Sealing takes time, so it is done before the batch is locked.
  const codes = newCodes(ctx, before, CODES_PER_STEP);
  await transaction(ctx, async (tx) => {
    const batch = await store.lockBatch(tx, ctx.account.id, batchId);
    if (batch?.generated === before.generated) await storeCodes(tx, batch, codes);
  });
  return false;
}

async function storeCodes(tx: Tx, batch: CouponBatch, codes: readonly CouponCode[]): Promise<number> {
  await store.insertCodes(tx, codes);
  const generated = batch.generated + codes.length;
  await store.setGenerated(tx, batch, generated);
  return generated;
}

/** The next codes of a batch, up to a limit, not stored yet. */
function newCodes(ctx: AccountContext, batch: CouponBatch, most: number): CouponCode[] {
  const { couponId, id: batchId, maxUsesPerCode: maxUses } = batch;
  return Array.from({ length: Math.min(most, batch.quantity - batch.generated) }, () => {
    const code = codeOf(ctx.ids.secret());
    return newCode(ctx, { couponId, batchId, maxUses }, code, shownCode(code));
  });
}

/** A code that is not stored yet. */
export function newCode(
  ctx: AccountContext,
  fields: Pick<CouponCode, 'couponId' | 'batchId' | 'maxUses'>,
  normal: string,
  text: string,
): CouponCode {
  const id = ctx.ids.guid();
  return {
    ...fields,
    accountId: ctx.account.id,
    id,
    codeHash: hashCode(normal),
    codeSealed: ctx.vault.seal(ctx.account, sealOf(id), text),
    uses: 0,
    createdAt: ctx.clock.now(),
    revokedAt: null,
  };
}

/** A code in the merchant's view. */
export function codeAnswer(ctx: AccountContext, row: CouponCode): ShownCode {
  const { codeHash: _, codeSealed, ...code } = row;
  return { ...code, code: ctx.vault.open(ctx.account, sealOf(row.id), codeSealed) };
}
