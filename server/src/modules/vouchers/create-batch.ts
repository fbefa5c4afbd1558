import { setImmediate } from 'node:timers/promises';
import { Type } from '../../kernel/schema.ts';
import { invalidInput } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type CommandTx, type Context, defineAccountJob } from '../accounts/index.ts';
import { type Catalog, loadCatalog } from '../catalog/index.ts';
import { obstacleOf } from './contents.ts';
import { codeOf } from '../../kernel/codes.ts';
import { recordVoucherEvent } from './events.ts';
import { hashCode } from './hash-code.ts';
import { findBatch, insertBatch, insertVouchers, lockBatch, setGenerated } from './store.ts';
import type { VoucherBatch, VoucherContent, VoucherRow } from './tables.ts';

/** The codes to create, and the content of each. */
interface BatchInput {
  readonly name: string;
  readonly description?: string | undefined;
  /** 1 to 100,000. */
  readonly quantity: number;
  readonly expiresAt?: Date | undefined;
  readonly contents: readonly VoucherContent[];
  /** Whether the codes are given away; default: somebody pays for them, such as a reseller. */
  readonly isFree?: boolean | undefined;
}

export const MAX_BATCH_CODES = 100_000;
export const MAX_CONTENTS = 50;
export const MAX_CONTENT_QUANTITY = 1_000;

/** The number of codes that a call generates itself, and the job in each step; other work waits meanwhile. */
const CODES_AT_ONCE = 1_000;
const CODES_PER_STEP = 250;

/** A batch that is not stored yet, with its first codes: sealing takes time, and no lock needs to wait. */
interface BatchDraft {
  readonly batch: VoucherBatch;
  readonly codes: readonly VoucherRow[];
}

/** Creates a batch of voucher codes. @see draftVoucherBatch, addVoucherBatch */
export async function createVoucherBatch(ctx: Context, input: BatchInput): Promise<VoucherBatch> {
  const draft = await draftVoucherBatch(ctx, input);
  return transaction(ctx, (tx) => addVoucherBatch(tx, draft));
}

/** Prepares a batch of voucher codes for `addVoucherBatch`. Raises `InvalidInput` with every issue. */
export async function draftVoucherBatch(ctx: Context, input: BatchInput): Promise<BatchDraft> {
  const now = ctx.clock.now();
  const errors = batchIssues(input, await loadCatalog(ctx), now);
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  const batch: VoucherBatch = {
    accountId: ctx.account.id,
    id: ctx.ids.guid(),
    name: input.name,
    description: input.description ?? '',
    contents: input.contents,
    quantity: input.quantity,
    generated: 0,
    expiresAt: input.expiresAt ?? null,
    createdAt: now,
    revokedAt: null,
    revokesLicenses: false,
    isFree: input.isFree ?? false,
  };
  return { batch, codes: newVouchers(ctx, batch, CODES_AT_ONCE) };
}

/**
 * Stores a batch and its first codes, up to 1,000 of them; more are created in the background, and `generated` of the
 * batch counts them.
 */
export async function addVoucherBatch(tx: CommandTx, { batch, codes }: BatchDraft): Promise<VoucherBatch> {
  await insertBatch(tx, batch);
  const { id, name, quantity, contents } = batch;
  recordVoucherEvent(tx, {
    type: 'voucher-batch.created',
    subjects: { voucherBatch: id },
    data: { name, quantity, contents },
  });
  const generated = await addVouchers(tx, batch, codes);
  if (generated < batch.quantity) await voucherJob.enqueue(tx, { batchId: batch.id });
  return { ...batch, generated };
}

/** Creates the missing codes of a large batch in chunks; when run again it continues. */
export const voucherJob = defineAccountJob(
  'vouchers.generate',
  Type.Object({ batchId: Type.String() }),
  async (ctx, { batchId }, { signal }) => {
    while (!(await isComplete(ctx, batchId))) {
      signal.throwIfAborted();
      await generateMore(ctx, batchId);
      // SQLite responds synchronously, so nothing above waits: this gives other requests a turn.
      await setImmediate();
    }
  },
);

async function isComplete(ctx: Context, batchId: string): Promise<boolean> {
  const batch = await findBatch(ctx.database.reader, ctx.account.id, batchId);
  return batch === undefined || batch.revokedAt !== null || batch.generated >= batch.quantity;
}

async function generateMore(ctx: Context, batchId: string): Promise<void> {
  const before = await findBatch(ctx.database.reader, ctx.account.id, batchId);
  if (before === undefined) return;
  // Sealing takes time, so it is done before the batch is locked.
  const vouchers = newVouchers(ctx, before, CODES_PER_STEP);
  await transaction(ctx, async (tx) => {
    const batch = await lockBatch(tx, ctx.account.id, batchId);
    if (batch?.generated === before.generated) await addVouchers(tx, batch, vouchers);
  });
}

async function addVouchers(tx: Tx, batch: VoucherBatch, vouchers: readonly VoucherRow[]): Promise<number> {
  await insertVouchers(tx, vouchers);
  const generated = batch.generated + vouchers.length;
  await setGenerated(tx, batch.accountId, batch.id, generated);
  return generated;
}

/** The next codes of a batch, up to a limit, not stored yet. */
function newVouchers(ctx: Context, batch: VoucherBatch, most: number): VoucherRow[] {
  const createdAt = ctx.clock.now();
  const count = Math.min(most, batch.quantity - batch.generated);
  return Array.from({ length: count }, (_, index): VoucherRow => {
    const id = ctx.ids.guid();
    const code = codeOf(ctx.ids.secret());
    return {
      accountId: ctx.account.id,
      id,
      batchId: batch.id,
      ordinal: batch.generated + index,
      codeHash: hashCode(code),
      codeSealed: ctx.vault.seal(ctx.account, `vouchers/${id}`, code),
      createdAt,
    };
  });
}

function batchIssues(input: BatchInput, catalog: Catalog, now: Date): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  const { name, quantity, expiresAt, contents } = input;
  if (name.trim() === '') errors['name'] = ['must not be blank'];
  if (!isWhole(quantity, MAX_BATCH_CODES)) {
    errors['quantity'] = [`must be a whole number from 1 to ${MAX_BATCH_CODES}`];
  }
  if (expiresAt !== undefined && expiresAt <= now) errors['expiresAt'] = ['must be in the future'];
  return { ...errors, ...contentIssues(contents, catalog) };
}

/** Every issue of the content of codes. */
export function contentIssues(
  contents: readonly VoucherContent[],
  catalog: Catalog,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (contents.length === 0 || contents.length > MAX_CONTENTS) {
    errors['contents'] = [`must have 1 to ${MAX_CONTENTS} entries`];
  }
  for (const [index, content] of contents.entries()) {
    const item = content.type === 'Product' ? catalog.product(content.id) : catalog.bundle(content.id);
    const obstacle = item && obstacleOf(catalog, content);
    if (item === undefined) {
      errors[`contents[${index}].id`] = [`is not a ${content.type.toLowerCase()} of this account`];
    } else if (obstacle !== undefined) {
      errors[`contents[${index}].id`] = [
        `No voucher could be redeemed for ${obstacle.name}: it ${obstacle.reason}.`,
      ];
    }
    const variation = catalog.variation(content.variationId ?? '');
    if (content.variationId !== undefined && (variation?.productId ?? variation?.bundleId) !== content.id) {
      errors[`contents[${index}].variationId`] = [`is not a variation of ${content.id}`];
    }
    if (!isWhole(content.quantity, MAX_CONTENT_QUANTITY)) {
      errors[`contents[${index}].quantity`] = [`must be a whole number from 1 to ${MAX_CONTENT_QUANTITY}`];
    }
    if (contents.some((other, at) => at < index && other.type === content.type && other.id === content.id)) {
      errors[`contents[${index}].id`] = ['is named twice'];
    }
  }
  return errors;
}

function isWhole(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}
