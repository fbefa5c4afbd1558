import { setTimeout as delay } from 'node:timers/promises';
import { makeSearchable, purgeEmailChanges, purgeSubscriptions } from './modules/customers/index.ts';
import { accessKeyChore, purgeCodes, purgeSessions } from './modules/identity/index.ts';
import { purgeActivationRequests } from './modules/licensing/index.ts';
import { fulfilLateOrders, purgeAbandonedOrders, sweepReservations } from './modules/orders/index.ts';
import { catchUpOnEvents } from './modules/payments/index.ts';
import { purgeBrokenFiles, purgeUnusedFiles, purgeUploads } from './modules/releases/index.ts';
import { purgeRateCounters } from './platform/counters/rate-counters.ts';
import { chainEvents } from './platform/journal/chain-events.ts';
import { purgeEvents } from './platform/journal/purge-events.ts';
import { purgeIdempotencyKeys } from './platform/idempotency/idempotency.ts';
import { purgeMails } from './platform/mail/mail.ts';
import type { System } from './platform/system.ts';

/** Removes or renews some expired data, and returns the number of affected rows; 0 when nothing is left to do. */
export type Chore = (system: System) => Promise<number>;

const MAIL_RETENTION_DAYS = 90;

/** Each removes little at a time, so that no request waits long. */
export const CHORES: Readonly<Record<string, Chore>> = {
  'paid orders': fulfilLateOrders,
  'reserved coupons': sweepReservations,
  'events of payment providers': catchUpOnEvents,
  'idempotency keys': (system) => purgeIdempotencyKeys(system, system.database),
  'rate counters': (system) => purgeRateCounters(system, system.database),
  'access keys': accessKeyChore,
  'identity codes': purgeCodes,
  'changes of emails': purgeEmailChanges,
  'newsletter subscriptions': purgeSubscriptions,
  'customer search': (system) => makeSearchable(system),
  sessions: purgeSessions,
  'activation requests': purgeActivationRequests,
  'abandoned carts': purgeAbandonedOrders,
  uploads: purgeUploads,
  'unused files': purgeUnusedFiles,
  'broken files': purgeBrokenFiles,
  mails: (system) => purgeMails(system, system.database, MAIL_RETENTION_DAYS),
  'events of the journal': (system) => purgeEvents(system, system.config.auditRetentionDays),
};

/** Chores of every half minute: this limits the time in which tampering with an event could go unnoticed. */
const QUICK_CHORES: Readonly<Record<string, Chore>> = { 'journal chains': chainEvents };
const QUICK_EVERY_MS = 30_000;

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 600_000;

/**
 * Runs the chores a minute after the start and then every ten minutes, until `stop`. Any number of processes may run
 * them side by side. A failed chore is logged and run again next time.
 */
export function startHousekeeping(
  system: System,
  { chores = CHORES, firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): { readonly stop: () => Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  const rounds = async (): Promise<void> => {
    await delay(firstAfterMs, undefined, { signal, ref: false });
    while (!signal.aborted) {
      for (const [name, chore] of Object.entries(chores)) await doChore(system, name, chore, signal);
      await delay(everyMs, undefined, { signal, ref: false });
    }
  };
  // Only the end rejects: failures of chores are handled by themselves.
  const ended = rounds().catch(() => undefined);
  return {
    stop: async () => {
      ending.abort();
      await ended;
    },
  };
}

async function doChore(system: System, name: string, chore: Chore, signal: AbortSignal): Promise<void> {
  try {
    let removed = 0;
    for (let some = 1; some > 0 && !signal.aborted; removed += some) some = await chore(system);
    if (removed > 0) system.log.debug({ chore: name, removed }, 'housekeeping');
  } catch (error) {
    system.log.warn({ err: error, chore: name }, 'housekeeping failed');
  }
}

/** Runs the quick chores from now on. @see startHousekeeping */
export function startQuickHousekeeping(system: System): { readonly stop: () => Promise<void> } {
  return startHousekeeping(system, {
    chores: QUICK_CHORES,
    firstAfterMs: QUICK_EVERY_MS,
    everyMs: QUICK_EVERY_MS,
  });
}
