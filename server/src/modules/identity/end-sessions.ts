import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { revokeSessions, type SessionSelection } from './store-sessions.ts';
import type { SessionEnd } from './tables.ts';

/**
 * Ends sessions of a customer as part of a larger command, such as a deletion; tells how many were alive.
 * Their refresh tokens and access tokens are refused from the commit on.
 */
export function endSessions(
  system: System,
  tx: Tx,
  account: Account,
  selection: SessionSelection,
  reason: SessionEnd,
): Promise<number> {
  return revokeSessions(tx, account.id, selection, { reason, at: system.clock.now() });
}
