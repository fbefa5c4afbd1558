import type { CommandTx } from '../../accounts/index.ts';
import { raiseSessionEpoch, settleEmailChange } from '../../customers/index.ts';
import { voidCodes } from '../codes/store-codes.ts';
import { revokeSessions, type SessionSelection } from './store-sessions.ts';
import type { SessionEnd } from '../tables.ts';

/**
 * Ends sessions of a customer as part of a larger command, such as a deletion; returns how many were valid. Their
 * refresh tokens and access tokens are refused from the commit on. Unless a single session signs out, everything that
 * the sessions have prepared ends with them: checkout links, and the billing details of open carts. Deleting a customer
 * also voids every code that was mailed to them.
 */
export async function endSessions(
  tx: CommandTx,
  selection: SessionSelection,
  reason: SessionEnd,
): Promise<number> {
  if (reason === 'CustomerDeleted') {
    await voidCodes(tx, tx.account.id, selection.customerId);
    await settleEmailChange(tx, selection.customerId);
  }
  if (selection.only === undefined) await raiseSessionEpoch(tx, selection.customerId);
  return revokeSessions(tx, tx.account.id, selection, { reason, at: tx.clock.now() });
}
