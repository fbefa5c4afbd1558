import { SERVER } from '../../platform/context/actor.ts';
import { transaction } from '../../platform/context/context.ts';
import type { System } from '../../platform/system.ts';
import { type CommandTx, contextOf, findAccount } from '../accounts/index.ts';
import { mailAboutEndpoint } from './endpoint-mail.ts';
import { disableEndpoint } from './manage-endpoints.ts';
import { wakeEndpoint } from './sending/wake-endpoint.ts';
import { deleteDeliveriesBefore } from './store/deliveries.ts';
import { endpointIds, failingEndpoints, lockEndpoint, updateEndpoint } from './store/endpoints.ts';
import type { Endpoint } from './tables.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const FIRST_WARNING_DAYS = 1;
const LAST_WARNING_DAYS = 4;
const DISABLED_AFTER_DAYS = 5;
const AT_ONCE = 100;

/**
 * Housekeeping: mails the vendor about endpoints that have failed for one day and for four, without one success, and
 * disables them after five. Returns 0: one call handles the endpoints that have failed the longest.
 */
export async function watchEndpoints(system: System): Promise<number> {
  const before = new Date(system.clock.now().getTime() - FIRST_WARNING_DAYS * DAY_MS);
  for (const endpoint of await failingEndpoints(system.database.reader, before, AT_ONCE))
    await ofAccount(system, endpoint.accountId, (tx) => watch(tx, endpoint.id));
  return 0;
}

async function watch(tx: CommandTx, id: string): Promise<void> {
  const endpoint = await lockEndpoint(tx, tx.account.id, id);
  if (endpoint === undefined || endpoint.status === 'Disabled' || endpoint.failingSince === null) return;
  const days = (tx.clock.now().getTime() - endpoint.failingSince.getTime()) / DAY_MS;
  if (days >= DISABLED_AFTER_DAYS) {
    await disableEndpoint(tx, id, 'Failing');
    return mailAboutEndpoint(tx, endpoint, 'disabled');
  }
  const due = days >= LAST_WARNING_DAYS ? 2 : 1;
  if (days < FIRST_WARNING_DAYS || endpoint.warnings >= due) return;
  await updateEndpoint(tx, endpoint, { warnings: due });
  await mailAboutEndpoint(tx, endpoint, 'failing');
}

/** Housekeeping: wakes the jobs of all endpoints that have something to send, such as those of a moved account. */
export async function wakeEndpoints(system: System): Promise<number> {
  let after: Pick<Endpoint, 'accountId' | 'id'> | undefined;
  let page: Pick<Endpoint, 'accountId' | 'id'>[];
  do {
    page = await endpointIds(system.database.reader, { after, limit: AT_ONCE });
    for (const { accountId, id } of page) await ofAccount(system, accountId, (tx) => wakeEndpoint(tx, id));
    after = page.at(-1);
  } while (page.length === AT_ONCE);
  return 0;
}

/** Housekeeping: deletes some deliveries that are kept no longer; returns their number. */
export function purgeDeliveries({ config, clock, database }: System): Promise<number> {
  const before = new Date(clock.now().getTime() - config.eventRetentionDays * DAY_MS);
  return database.transaction((tx) => deleteDeliveriesBefore(tx, before, AT_ONCE * 2));
}

async function ofAccount(
  system: System,
  accountId: string,
  work: (tx: CommandTx) => Promise<void>,
): Promise<void> {
  const account = await findAccount(system, accountId);
  if (account !== undefined) await transaction(contextOf(system, account, SERVER), work);
}
