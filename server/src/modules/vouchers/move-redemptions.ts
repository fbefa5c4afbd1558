import type { CommandTx } from '../accounts/index.ts';
import type { CustomerMerge } from '../customers/index.ts';
import { moveRedemptionRows } from './store.ts';

/**
 * Makes the vouchers that a customer redeemed those of the one into whom they are merged, inside that transaction;
 * returns their number.
 */
export function moveRedemptions(tx: CommandTx, { from, into }: CustomerMerge): Promise<number> {
  return moveRedemptionRows(tx, tx.account.id, { from: from.id, into: into.id });
}
