import { notFound } from '../../kernel/problem.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { type Catalog, loadCatalog } from '../catalog/index.ts';
import { type Customer, lockCustomer } from '../customers/index.ts';
import { grantLicenses } from '../licensing/index.ts';
import { obstacleOf, productsOf } from './contents.ts';
import { formatCode, normaliseCode } from './domain/code.ts';
import { hashCode } from './hash-code.ts';
import { voucherExpired, voucherNotRedeemable, voucherRedeemed } from './problems.ts';
import { findRedemption, findVoucher, type FoundVoucher, insertRedemption, lockBatch } from './store.ts';
import type { VoucherBatch, VoucherContent } from './tables.ts';

/** A voucher as its holder sees it. */
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
 * Looks at a voucher and changes nothing (customer API, Vouchers).
 *
 * Raises `NotFound`, `VoucherRedeemed` unless the caller redeemed it, `VoucherExpired`, and `VoucherNotRedeemable`
 * when the merchant took it back.
 */
export async function peekVoucher(
  system: System,
  account: Account,
  input: { readonly code: string; readonly customerId?: string | undefined },
): Promise<Voucher> {
  const { found, code } = await lookUp(system, account, input.code);
  if (found.redeemedBy === undefined) checkRedeemable(found.batch, system.clock.now());
  else if (found.redeemedBy !== input.customerId) throw redeemedByOther();
  return toVoucher(found, code, found.redeemedBy !== undefined);
}

/**
 * Redeems a voucher: the customer gets all its licenses, once, however often and by however many it is tried
 * (customer API, Vouchers). Redeeming it again as the same customer answers the same and gives nothing more.
 *
 * Raises what `peekVoucher` raises, and `VoucherNotRedeemable` when something in it is inactive or archived.
 */
export async function redeemVoucher(
  system: System,
  account: Account,
  customer: Customer,
  input: { readonly code: string },
): Promise<Voucher> {
  const { found, code } = await lookUp(system, account, input.code);
  const catalog = await loadCatalog(system, account);
  await system.database.transaction(async (tx) => {
    const now = system.clock.now();
    const owner = await lockCustomer(tx, account.id, customer.id);
    if (owner === undefined) throw notFound({ detail: 'The customer was deleted.' });
    const redemption = {
      accountId: account.id,
      voucherId: found.voucher.id,
      customerId: owner.id,
      redeemedAt: now,
    };
    // The row decides who is first: whoever comes second waits for it, and reads whose it is.
    if (await insertRedemption(tx, redemption)) {
      // Read again: a batch that was taken back since the look gives nothing any more.
      const batch = await lockBatch(tx, account.id, found.batch.id);
      if (batch === undefined) throw new Error(`voucher ${found.voucher.id} is of no batch`);
      checkRedeemable(batch, now);
      const { contents } = batch;
      await grantContents(system, tx, account, { catalog, customerId: owner.id, contents });
      return;
    }
    const existing = await findRedemption(tx, account.id, found.voucher.id);
    if (existing?.customerId !== owner.id) throw redeemedByOther();
  });
  return toVoucher(found, code, true);
}

async function grantContents(
  system: System,
  tx: Tx,
  account: Account,
  {
    catalog,
    customerId,
    contents,
  }: {
    readonly catalog: Catalog;
    readonly customerId: string;
    readonly contents: readonly VoucherContent[];
  },
): Promise<void> {
  for (const content of contents) {
    const obstacle = obstacleOf(catalog, content);
    if (obstacle !== undefined) {
      const detail = `${obstacle.name} is not available at present, so the voucher cannot be redeemed. It stays as it is.`;
      throw voucherNotRedeemable({ detail });
    }
    for (const productId of productsOf(catalog, content)) {
      await grantLicenses(system, tx, account, { customerId, productId, quantity: content.quantity });
    }
  }
}

async function lookUp(
  system: System,
  account: Account,
  typed: string,
): Promise<{ readonly found: FoundVoucher; readonly code: string }> {
  const code = normaliseCode(typed);
  const found =
    code === undefined ? undefined : await findVoucher(system.database.reader, account.id, hashCode(code));
  if (code === undefined || found === undefined) throw notFound({ detail: 'There is no such voucher.' });
  return { found, code };
}

function checkRedeemable({ expiresAt, revokedAt }: VoucherBatch, now: Date): void {
  if (revokedAt !== null) throw voucherNotRedeemable({ detail: 'The voucher was taken back.' });
  if (expiresAt !== null && expiresAt <= now) {
    throw voucherExpired({ detail: `The voucher was valid until ${expiresAt.toISOString()}.` });
  }
}

function redeemedByOther(): Error {
  return voucherRedeemed({ detail: 'This voucher was redeemed by somebody else.' });
}

function toVoucher({ voucher, batch }: FoundVoucher, code: string, isRedeemed: boolean): Voucher {
  const { name, description, contents } = batch;
  return { id: voucher.id, name, description, code: formatCode(code), isRedeemed, contents };
}
