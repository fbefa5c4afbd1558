import type { CommandTx } from '../accounts/index.ts';
import { type Customer, findEmailChange } from '../customers/index.ts';
import { voidAddressCodes } from './codes/store-address-codes.ts';
import { endSessions } from './sessions/end-sessions.ts';
import { forgetUserAgents } from './sessions/store-sessions.ts';

/**
 * Removes everything with which a customer, whose lock the caller holds, can sign in or prove an address: sessions end,
 * codes are void, and a change of email becomes final. Returns the addresses, in their lookup form, whose mails are the
 * customer's: those that they have proven, and with `ownsAddress` the current one. Any other may be a stranger's.
 */
export async function eraseIdentity(
  tx: CommandTx,
  { accountId, id, emailKey }: Customer,
  { ownsAddress }: { readonly ownsAddress: boolean },
): Promise<string[]> {
  const change = await findEmailChange(tx, id);
  await endSessions(tx, { customerId: id }, 'CustomerDeleted');
  await forgetUserAgents(tx, accountId, id);
  // The codes of receipts prove an address for its owner.
  if (ownsAddress) await voidAddressCodes(tx, accountId, emailKey);
  return [...(ownsAddress ? [emailKey] : []), ...(change?.wasConfirmed === true ? [change.emailKey] : [])];
}
