import type { System } from '../../platform/system.ts';
import { deleteExpiredAddressCodes } from './codes/store-address-codes.ts';
import { deleteExpiredCodes } from './codes/store-codes.ts';
import { deleteOldSessions } from './sessions/store-sessions.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The retention time of an expired session, so that its history can still be looked up. */
export const SESSION_RETENTION_DAYS = 30;

/** Deletes at most `most` expired codes, of all accounts; returns their number. */
export function purgeCodes(system: System, most = 200): Promise<number> {
  return system.database.transaction(async (tx) => {
    const now = system.clock.now();
    const codes = await deleteExpiredCodes(tx, now, most);
    return codes + (await deleteExpiredAddressCodes(tx, now, most - codes));
  });
}

/** Deletes at most `most` sessions that expired 30 days ago, with all their refresh tokens; returns their number. */
export function purgeSessions(system: System, most = 100): Promise<number> {
  const expiredBefore = new Date(system.clock.now().getTime() - SESSION_RETENTION_DAYS * DAY_MS);
  return system.database.transaction((tx) => deleteOldSessions(tx, expiredBefore, most));
}
