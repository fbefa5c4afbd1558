import type { CommandTx } from '../../accounts/index.ts';
import { raiseSessionEpoch, settleEmailChange } from '../../customers/index.ts';
import { voidCodes } from '../codes/store-codes.ts';
import { revokeSessions, type SessionSelection } from './store-sessions.ts';
import type { SessionEnd } from '../tables.ts';

/**
 * Ends sessions of a customer as part of a larger command, such as a deletion; tells how many were alive.
 * Their refresh tokens and access tokens are refused from the commit on. Unless it is
 * only one of them that signs out, what they have prepared ends with them: checkout links, and who is billed for open
 * carts. The end of a customer also voids every code that was mailed to them.
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
