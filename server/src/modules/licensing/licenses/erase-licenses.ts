import type { CommandTx } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';
import { eraseDevices } from '../store/activations.ts';
import { cancelRequestsOf } from '../store/activation-requests.ts';
import { eraseTrialDevices } from '../store/trials.ts';
import { releaseLicenses } from './await-proof.ts';
import { revokeLicensesOf } from './manage-licenses.ts';
import { freeSeatsOf } from '../store/licenses.ts';

/**
 * Revokes all licenses of a customer, inside the transaction that erases the customer: their seats are released, and no
 * device keeps the name that a person gave it. With `ownsAddress`, this includes what waits for the proof of the
 * customer's address, so that the address is no longer stored; otherwise that stays for the person who proves the
 * address.
 */
export async function eraseLicenses(
  tx: CommandTx,
  customer: Pick<Customer, 'id' | 'emailKey'>,
  { ownsAddress }: { readonly ownsAddress: boolean },
): Promise<void> {
  const accountId = tx.account.id;
  const customerId = customer.id;
  const now = tx.clock.now();
  if (ownsAddress) await releaseLicenses(tx, customer);
  await revokeLicensesOf(tx, customerId);
  const licenseIds = await freeSeatsOf(tx, accountId, customerId);
  await eraseDevices(tx, accountId, licenseIds, now);
  await eraseTrialDevices(tx, accountId, customerId);
  await cancelRequestsOf(tx, accountId, customerId);
}
