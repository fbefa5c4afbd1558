import type { CommandTx } from '../accounts/index.ts';
import { type Customer, findEmailChange } from '../customers/index.ts';
import { voidAddressCodes } from './codes/store-address-codes.ts';
import { codeAddresses } from './codes/store-codes.ts';
import { endSessions } from './sessions/end-sessions.ts';
import { forgetUserAgents } from './sessions/store-sessions.ts';

/**
 * Removes what lets a customer, whose lock the caller holds, sign in or prove an address: sessions end, codes are void,
 * and a change of email becomes final. Gives the addresses that were mailed about this customer, as they are matched.
 */
export async function eraseIdentity(tx: CommandTx, customer: Customer): Promise<string[]> {
  const { accountId, id, emailKey } = customer;
  const change = await findEmailChange(tx, id);
  const mailed = await codeAddresses(tx, accountId, id);
  await endSessions(tx, { customerId: id }, 'CustomerDeleted');
  await forgetUserAgents(tx, accountId, id);
  // The codes of receipts prove an address for whoever owns it: one that the customer never proved may be a stranger's.
  if (customer.isEmailConfirmed) await voidAddressCodes(tx, accountId, emailKey);
  return [...new Set([emailKey, ...mailed, ...(change === undefined ? [] : [change.emailKey])])];
}
