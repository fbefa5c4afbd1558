import type { CommandTx } from '../../accounts/index.ts';
import { eraseDevices } from '../activations/store-activations.ts';
import { cancelRequestsOf } from '../browser-approval/store-requests.ts';
import { eraseTrialDevices } from '../trials/store-trials.ts';
import { revokeLicensesOf } from './manage-licenses.ts';
import { freeSeatsOf } from './store-licenses.ts';

/**
 * Takes all licenses of a customer away, inside the transaction that erases the customer: their seats are released, and
 * no device keeps the name that a person gave it. What waits for the proof of an address stays for whoever proves it.
 */
export async function eraseLicenses(tx: CommandTx, customerId: string): Promise<void> {
  const accountId = tx.account.id;
  const now = tx.clock.now();
  await revokeLicensesOf(tx, customerId);
  const licenseIds = await freeSeatsOf(tx, accountId, customerId);
  await eraseDevices(tx, accountId, licenseIds, now);
  await eraseTrialDevices(tx, accountId, customerId);
  await cancelRequestsOf(tx, accountId, customerId);
}
