import { createHash } from 'node:crypto';
import {
  type FieldIssues,
  type ImportOutcome,
  type KeyLedger,
  memoryLedger,
} from '../../kernel/bulk-import.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { CommandTx, Context, QueryContext } from '../accounts/index.ts';
import { loadCatalog } from '../catalog/index.ts';
import { findOwners, type OwnerFinder, type OwnerReference } from '../customers/index.ts';
import { contentIssues, MAX_BATCH_CODES } from './create-batch.ts';
import { normaliseCode } from './domain/code.ts';
import { recordVoucherEvent } from './events.ts';
import { hashCode } from './hash-code.ts';
import { findVoucherIds, insertRedemptions, setQuantity } from './store-imports.ts';
import { insertBatch, insertVouchers, lockBatch } from './store.ts';
import type { VoucherBatch, VoucherContent } from './tables.ts';

/** A voucher of another system. Its owner, if any, has redeemed it there and received its content. */
export interface VoucherImport extends OwnerReference {
  readonly code: string;
  /** Vouchers that differ only in their codes are one batch, with this name. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly contents: readonly VoucherContent[];
  readonly expiresAt?: Date | undefined;
  readonly redeemedAt?: Date | undefined;
}

/** Checks the content of vouchers, and their codes. */
export async function prepareVoucherImports(
  ctx: Context,
  inputs: readonly VoucherImport[],
): Promise<({ readonly input: VoucherImport } | { readonly errors: FieldIssues })[]> {
  const catalog = await loadCatalog(ctx);
  return inputs.map((input) => {
    const errors: FieldIssues = contentIssues(input.contents, catalog);
    if (normaliseCode(input.code) === undefined)
      errors['code'] = ['must have 8 to 64 letters and digits, besides spaces and dashes'];
    return Object.keys(errors).length > 0 ? { errors } : { input };
  });
}

/**
 * Imports vouchers of another system, all in this transaction. Those that were redeemed there grant nothing here. An
 * entry whose code the account or an earlier entry has refers to the existing voucher. Entries were checked by
 * `prepareVoucherImports`; outcomes are in their order.
 */
export async function importVouchers(
  tx: CommandTx,
  inputs: readonly VoucherImport[],
): Promise<ImportOutcome[]> {
  const plans = await plan(tx, inputs, memoryLedger(), true);
  const batches = Map.groupBy(
    plans.flatMap(({ voucher }) => voucher ?? []),
    ({ input }) => definitionOf(input),
  );
  for (const [definition, vouchers] of batches) await storeVouchers(tx, definition, vouchers);
  return plans.map(({ outcome }) => outcome);
}

/**
 * The outcome of `importVouchers` as if the entries in the ledger had been stored; adds to the ledger. Writes nothing
 * else.
 */
export async function dryRunVouchers(
  ctx: QueryContext,
  inputs: readonly VoucherImport[],
  ledger: KeyLedger,
): Promise<ImportOutcome[]> {
  return (await plan(ctx, inputs, ledger, false)).map(({ outcome }) => outcome);
}

interface NewVoucher {
  readonly id: string;
  readonly code: string;
  readonly redeemerId: string | undefined;
  readonly input: VoucherImport;
}

interface Plan {
  readonly outcome: ImportOutcome;
  /** The row to store, if the voucher is created. */
  readonly voucher?: NewVoucher;
}

async function plan(
  ctx: QueryContext,
  inputs: readonly VoucherImport[],
  ledger: KeyLedger,
  locks: boolean,
): Promise<Plan[]> {
  const owners = await findOwners(ctx, inputs, { ledger, locks });
  const hashes = inputs.map(({ code }) => hashCode(normaliseCode(code) ?? ''));
  const ids = await findVoucherIds(readerOf(ctx), ctx.account.id, hashes);
  return inputs.map((input, index) =>
    planOne(ctx, input, { hash: hashes[index] ?? '', ids, owners, ledger }),
  );
}

function planOne(
  ctx: QueryContext,
  input: VoucherImport,
  {
    hash,
    ids,
    owners,
    ledger,
  }: {
    readonly hash: string;
    readonly ids: ReadonlyMap<string, string>;
    readonly owners: OwnerFinder;
    readonly ledger: KeyLedger;
  },
): Plan {
  const key = `voucher/${hash}`;
  const existing = ids.get(hash) ?? ledger.find(key);
  if (existing !== undefined) return { outcome: { status: 'exists', id: existing } };
  const { owner, errors } = owners(input);
  if (input.redeemedAt !== undefined && owner === undefined && Object.keys(errors).length === 0)
    errors['ownerId'] = ['is required where redeemedAt is sent, or another reference to who redeemed it'];
  if (Object.keys(errors).length > 0) return { outcome: { status: 'invalid', errors } };
  const id = ctx.ids.guid();
  ledger.add(key, id);
  const code = normaliseCode(input.code) ?? '';
  return { outcome: { status: 'created', id }, voucher: { id, code, redeemerId: owner?.id, input } };
}

/** The fields that all vouchers of a batch share. */
function definitionOf({ name, description, contents, expiresAt }: VoucherImport): string {
  const items = contents.map(({ type, id, quantity, variationId }) => [type, id, quantity, variationId]);
  return JSON.stringify([name, description, items, expiresAt]);
}

async function storeVouchers(
  tx: CommandTx,
  definition: string,
  vouchers: readonly NewVoucher[],
): Promise<void> {
  const [first] = vouchers;
  if (first === undefined) return;
  const { account } = tx;
  const now = tx.clock.now();
  const batch = await batchFor(tx, definition, first.input, vouchers.length);
  const rows = vouchers.map(({ id, code }, index) => ({
    accountId: account.id,
    id,
    batchId: batch.id,
    ordinal: batch.generated + index,
    codeHash: hashCode(code),
    codeSealed: tx.vault.seal(account, `vouchers/${id}`, code),
    createdAt: now,
  }));
  await insertVouchers(tx, rows);
  const redemptions = vouchers.flatMap(({ id, redeemerId, input }) =>
    redeemerId === undefined
      ? []
      : { accountId: account.id, voucherId: id, customerId: redeemerId, redeemedAt: input.redeemedAt ?? now },
  );
  await insertRedemptions(tx, redemptions);
  await setQuantity(tx, account.id, batch.id, batch.generated + rows.length);
  recordVoucherEvent(tx, {
    type: 'vouchers.imported',
    subjects: { voucherBatch: batch.id },
    data: { quantity: rows.length, redeemed: redemptions.length },
  });
}

/** The batch of vouchers with this definition, locked: always the same one, until it is full or revoked. */
async function batchFor(
  tx: CommandTx,
  definition: string,
  { name = 'Imported vouchers', description = '', contents, expiresAt }: VoucherImport,
  quantity: number,
): Promise<VoucherBatch> {
  for (let part = 0; ; part += 1) {
    const id = batchId(definition, part);
    const existing = await lockBatch(tx, tx.account.id, id);
    const hasRoom =
      existing?.revokedAt === null &&
      existing.generated === existing.quantity &&
      existing.generated + quantity <= MAX_BATCH_CODES;
    if (existing !== undefined && hasRoom) return existing;
    if (existing !== undefined) continue;
    const createdAt = tx.clock.now();
    const batch = { accountId: tx.account.id, id, name, description, contents, createdAt };
    // It has no codes yet, but a quantity is never 0: both are set with the codes.
    const row: VoucherBatch = {
      ...batch,
      quantity,
      generated: 0,
      expiresAt: expiresAt ?? null,
      revokedAt: null,
      revokesLicenses: false,
      isFree: false,
    };
    await insertBatch(tx, row);
    return row;
  }
}

/** A GUID (version 8) derived from the definition of the vouchers, so that the same list fills the same batch. */
function batchId(definition: string, part: number): string {
  const hash = createHash('sha256').update(`voucher-import/${part}/${definition}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
