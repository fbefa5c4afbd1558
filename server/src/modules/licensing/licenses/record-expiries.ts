import { SERVER } from '../../../platform/context/actor.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import { type CommandTx, contextOf, findAccount } from '../../accounts/index.ts';
import { recordLicensingEvent } from '../events.ts';
import {
  type Expiry,
  findLicenseExpiries,
  findTrialExpiries,
  markLicenseExpiries,
  markTrialExpiries,
} from '../store/expiries.ts';

const AT_ONCE = 250;

/**
 * Housekeeping: records an event for each license and each trial of any account that has ended, once for each end.
 * Returns the number of those that it checked; 0 when none are left.
 */
export async function recordExpiries(system: System): Promise<number> {
  const now = system.clock.now();
  const { reader } = system.database;
  const licenses = await findLicenseExpiries(reader, now, AT_ONCE);
  const trials = await findTrialExpiries(reader, now, AT_ONCE);
  await ofEachAccount(system, licenses, async (tx, ids) => {
    for (const { id, customerId, productId, expiresAt } of await markLicenseExpiries(
      tx,
      tx.account.id,
      ids,
      now,
    )) {
      recordLicensingEvent(tx, {
        type: 'license.expired',
        subjects: { license: id, customer: customerId ?? '', product: productId },
        data: { expiresAt },
      });
    }
  });
  await ofEachAccount(system, trials, async (tx, ids) => {
    for (const { id, customerId, productId, expiresAt } of await markTrialExpiries(
      tx,
      tx.account.id,
      ids,
      now,
    ))
      recordLicensingEvent(tx, {
        type: 'trial.expired',
        subjects: { trial: id, customer: customerId, product: productId },
        data: { expiresAt },
      });
  });
  return licenses.length + trials.length;
}

async function ofEachAccount(
  system: System,
  expiries: readonly Expiry[],
  work: (tx: CommandTx, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const [accountId, some] of Map.groupBy(expiries, (expiry) => expiry.accountId)) {
    const account = await findAccount(system, accountId);
    const ids = some.map(({ id }) => id);
    if (account !== undefined) await transaction(contextOf(system, account, SERVER), (tx) => work(tx, ids));
  }
}
