import { notFound } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import type { CommandTx, Context } from '../accounts/index.ts';
import { type Catalog, givenAccess, loadCatalog } from '../catalog/index.ts';
import { type Customer, lockCustomer } from '../customers/index.ts';
import { grantLicenses, limitsOf } from '../licensing/index.ts';
import { obstacleOf, productsOf } from './contents.ts';
import { formatCode } from '../../kernel/codes.ts';
import { normaliseCode } from './domain/code.ts';
import { recordVoucherEvent } from './events.ts';
import { hashCode } from './hash-code.ts';
import { voucherExpired, voucherNotRedeemable, voucherRedeemed } from './problems.ts';
import { findRedemption, findVoucher, type FoundVoucher, insertRedemption, lockBatch } from './store.ts';
import type { VoucherBatch, VoucherContent, VoucherRedemption } from './tables.ts';

/** A voucher in its holder's view. */
export interface Voucher {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** In the spelling with dashes. */
  readonly code: string;
  readonly isRedeemed: boolean;
  readonly contents: readonly VoucherContent[];
}

/**
 * Reads a voucher without redeeming it (customer API, Vouchers).
 *
 * Raises `NotFound`, `VoucherRedeemed` unless the caller redeemed it, `VoucherExpired`, and `VoucherNotRedeemable` when
 * the merchant has revoked it.
 */
export async function peekVoucher(
  ctx: Context,
  input: { readonly code: string; readonly customerId?: string | undefined },
): Promise<Voucher> {
  const { match, code } = await lookUp(ctx, input.code);
  if (match.redeemedBy === undefined) checkRedeemable(match.batch, ctx.clock.now());
  else if (match.redeemedBy !== input.customerId) throw redeemedByOther();
  return toVoucher(match, code, match.redeemedBy !== undefined);
}

/**
 * Redeems a voucher: the customer gets all its licenses once, even with repeated or concurrent attempts (customer API,
 * Vouchers). If the same customer redeems it again, the response is the same and nothing more is granted.
 *
 * Raises the problems of `peekVoucher`, and `VoucherNotRedeemable` when an item in it is inactive or archived.
 */
export async function redeemVoucher(
  ctx: Context,
  customer: Customer,
  input: { readonly code: string },
): Promise<Voucher> {
  const { match, code } = await lookUp(ctx, input.code);
  const catalog = await loadCatalog(ctx);
  await transaction(ctx, async (tx) => {
    const now = ctx.clock.now();
    const owner = await lockCustomer(tx, customer.id);
    if (owner === undefined) throw notFound({ detail: 'The customer was deleted.' });
    const redemption = {
      accountId: ctx.account.id,
      voucherId: match.voucher.id,
      customerId: owner.id,
      redeemedAt: now,
    };
    // The row decides who is first: the second transaction waits for it, and then reads its owner.
    if (await insertRedemption(tx, redemption)) {
      // Read again: a batch that was revoked since the first read no longer grants anything.
      const batch = await lockBatch(tx, ctx.account.id, match.batch.id);
      if (batch === undefined) throw new Error(`voucher ${match.voucher.id} is of no batch`);
      checkRedeemable(batch, now);
      const { contents } = batch;
      await grantContents(tx, { catalog, redemption, batch });
      recordVoucherEvent(tx, {
        type: 'voucher.redeemed',
        subjects: { voucher: match.voucher.id, voucherBatch: batch.id, customer: owner.id },
        data: { contents },
      });
      return;
    }
    const existing = await findRedemption(tx, ctx.account.id, match.voucher.id);
    if (existing?.customerId !== owner.id) throw redeemedByOther();
  });
  return toVoucher(match, code, true);
}

async function grantContents(
  tx: CommandTx,
  {
    catalog,
    redemption: { customerId, voucherId },
    batch,
  }: { readonly catalog: Catalog; readonly redemption: VoucherRedemption; readonly batch: VoucherBatch },
): Promise<void> {
  for (const content of batch.contents) {
    const obstacle = obstacleOf(catalog, content);
    if (obstacle !== undefined) {
      const detail = `${obstacle.name} is not available at present, so the voucher cannot be redeemed. It stays as it is.`;
      // The vendor may sell it again at any time.
      throw voucherNotRedeemable({ detail, headers: { 'retry-after': '60' } });
    }
    for (const productId of productsOf(catalog, content)) {
      const { quantity, variationId } = content;
      const variation = catalog.variation(variationId ?? '');
      const product = catalog.product(productId);
      const gives = variation && product ? givenAccess(variation, product) : {};
      const limits = limitsOf(gives, tx.clock.now());
      const origin = { voucherId, voucherBatchId: batch.id, isFree: batch.isFree };
      await grantLicenses(tx, { customerId, productId, quantity, variationId, ...origin, ...limits });
    }
  }
}

async function lookUp(
  ctx: Context,
  typed: string,
): Promise<{ readonly match: FoundVoucher; readonly code: string }> {
  const code = normaliseCode(typed);
  const match =
    code === undefined ? undefined : await findVoucher(ctx.database.reader, ctx.account.id, hashCode(code));
  if (code === undefined || match === undefined) throw notFound({ detail: 'There is no such voucher.' });
  return { match, code };
}

function checkRedeemable({ expiresAt, revokedAt }: VoucherBatch, now: Date): void {
  if (revokedAt !== null) throw voucherNotRedeemable({ detail: 'The voucher was revoked.' });
  if (expiresAt !== null && expiresAt <= now) {
    throw voucherExpired({ detail: `The voucher was valid until ${expiresAt.toISOString()}.` });
  }
}

function redeemedByOther(): Error {
  return voucherRedeemed({ detail: 'Somebody else has redeemed this voucher.' });
}

function toVoucher({ voucher, batch }: FoundVoucher, code: string, isRedeemed: boolean): Voucher {
  const { name, description, contents } = batch;
  return { id: voucher.id, name, description, code: formatCode(code), isRedeemed, contents };
}
