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
import { findVouchers, insertRedemptions, setQuantity, type StoredVoucher } from './store-imports.ts';
import { findRedemption, insertBatch, insertRedemption, insertVouchers, lockBatch } from './store.ts';
import type { VoucherBatch, VoucherContent, VoucherRedemption } from './tables.ts';

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
 * entry whose code the account or an earlier entry has refers to the existing voucher: if only the entry says that it
 * was redeemed, its redemption is stored; if somebody else has redeemed it, the entry is invalid. Entries were checked
 * by `prepareVoucherImports`; outcomes are in their order.
 */
export async function importVouchers(
  tx: CommandTx,
  inputs: readonly VoucherImport[],
): Promise<ImportOutcome[]> {
  const plans = await plan(tx, inputs, memoryLedger(), true);
  // As where somebody redeems a code here: after the customers, before the batches.
  const late = await takeOver(tx, plans);
  const redemptions = new Map(
    plans.flatMap(({ redemption }) => redemption ?? []).map((row) => [row.voucherId, row]),
  );
  const batches = Map.groupBy(
    plans.flatMap(({ voucher }) => voucher ?? []),
    ({ input }) => definitionOf(input),
  );
  for (const [definition, vouchers] of batches)
    await storeVouchers(tx, definition, { vouchers, redemptions });
  return plans.map((each) => late.get(each) ?? each.outcome);
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
  readonly input: VoucherImport;
}

interface Plan {
  readonly outcome: ImportOutcome;
  /** The row to store, if the voucher is created. */
  readonly voucher?: NewVoucher;
  /** The row to store, if the voucher was redeemed elsewhere. */
  readonly redemption?: VoucherRedemption;
  /** The batch of a voucher that was stored before and gets its redemption. */
  readonly batchId?: string;
}

async function plan(
  ctx: QueryContext,
  inputs: readonly VoucherImport[],
  ledger: KeyLedger,
  locks: boolean,
): Promise<Plan[]> {
  const owners = await findOwners(ctx, inputs, { ledger, locks });
  const hashes = inputs.map(({ code }) => hashCode(normaliseCode(code) ?? ''));
  const vouchers = await findVouchers(readerOf(ctx), ctx.account.id, hashes);
  return inputs.map((input, index) => {
    const hash = hashes[index] ?? '';
    return planOne(ctx, input, { hash, voucher: vouchers.get(hash), owners, ledger });
  });
}

interface EntryContext {
  readonly hash: string;
  readonly voucher: StoredVoucher | undefined;
  readonly owners: OwnerFinder;
  readonly ledger: KeyLedger;
}

function planOne(
  ctx: QueryContext,
  input: VoucherImport,
  { hash, voucher, owners, ledger }: EntryContext,
): Plan {
  const keys = { voucher: `voucher/${hash}`, redeemer: `voucher-redeemer/${hash}` };
  const existing = voucher?.id ?? ledger.find(keys.voucher);
  const redeemer = voucher?.customerId ?? ledger.find(keys.redeemer);
  const { owner, errors } = owners(input);
  if (existing !== undefined && redeemer !== undefined)
    return { outcome: outcomeOfRedeemed(existing, { redeemer, owner: owner?.id }) };
  if (input.redeemedAt !== undefined && owner === undefined && Object.keys(errors).length === 0)
    errors['ownerId'] = ['is required where redeemedAt is sent, or another reference to who redeemed it'];
  const isRedeemed = owner !== undefined || Object.keys(errors).length > 0;
  if (existing !== undefined && !isRedeemed) return { outcome: { status: 'exists', id: existing } };
  if (Object.keys(errors).length > 0) return { outcome: { status: 'invalid', errors } };
  const id = existing ?? ctx.ids.guid();
  ledger.add(keys.voucher, id);
  if (owner !== undefined) ledger.add(keys.redeemer, owner.id);
  const redemption = owner && {
    accountId: ctx.account.id,
    voucherId: id,
    customerId: owner.id,
    redeemedAt: input.redeemedAt ?? ctx.clock.now(),
  };
  if (existing !== undefined)
    return {
      outcome: { status: 'updated', id },
      ...(redemption && { redemption }),
      ...(voucher && { batchId: voucher.batchId }),
    };
  const code = normaliseCode(input.code) ?? '';
  return {
    outcome: { status: 'created', id },
    voucher: { id, code, input },
    ...(redemption && { redemption }),
  };
}

/** The outcome of an entry whose voucher was redeemed before. */
function outcomeOfRedeemed(
  id: string,
  { redeemer, owner }: { readonly redeemer: string | undefined; readonly owner: string | undefined },
): ImportOutcome {
  return owner === undefined || owner === redeemer
    ? { status: 'exists', id }
    : { status: 'invalid', errors: { code: ['was redeemed by somebody else'] } };
}

/**
 * Stores the redemptions of vouchers that were stored before. Returns the outcomes of the entries whose vouchers were
 * redeemed here since they were read.
 */
async function takeOver(tx: CommandTx, plans: readonly Plan[]): Promise<ReadonlyMap<Plan, ImportOutcome>> {
  const late = new Map<Plan, ImportOutcome>();
  const counts = new Map<string, number>();
  const entries = plans.flatMap((each) =>
    each.redemption && each.batchId !== undefined
      ? { each, redemption: each.redemption, voucherBatch: each.batchId }
      : [],
  );
  // In one order, so that two imports wait for each other instead of deadlocking.
  entries.sort((one, other) => (one.redemption.voucherId < other.redemption.voucherId ? -1 : 1));
  for (const { each, redemption, voucherBatch } of entries) {
    const { voucherId, customerId: owner } = redemption;
    if (await insertRedemption(tx, redemption)) {
      counts.set(voucherBatch, (counts.get(voucherBatch) ?? 0) + 1);
      continue;
    }
    const redeemer = (await findRedemption(tx, tx.account.id, voucherId))?.customerId;
    late.set(each, outcomeOfRedeemed(voucherId, { redeemer, owner }));
  }
  for (const [voucherBatch, redeemed] of counts)
    recordVoucherEvent(tx, {
      type: 'vouchers.imported',
      subjects: { voucherBatch },
      data: { quantity: 0, redeemed },
    });
  return late;
}

/** The fields that all vouchers of a batch share. */
function definitionOf({ name, description, contents, expiresAt }: VoucherImport): string {
  const items = contents.map(({ type, id, quantity, variationId }) => [type, id, quantity, variationId]);
  return JSON.stringify([name, description, items, expiresAt]);
}

async function storeVouchers(
  tx: CommandTx,
  definition: string,
  {
    vouchers,
    redemptions,
  }: {
    readonly vouchers: readonly NewVoucher[];
    /** By the voucher. */
    readonly redemptions: ReadonlyMap<string, VoucherRedemption>;
  },
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
  const redeemed = vouchers.flatMap(({ id }) => redemptions.get(id) ?? []);
  await insertRedemptions(tx, redeemed);
  await setQuantity(tx, account.id, batch.id, batch.generated + rows.length);
  recordVoucherEvent(tx, {
    type: 'vouchers.imported',
    subjects: { voucherBatch: batch.id },
    data: { quantity: rows.length, redeemed: redeemed.length },
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
