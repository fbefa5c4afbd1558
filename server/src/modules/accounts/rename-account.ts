import { invalidInput, notFound } from '../../kernel/problem.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import type { System } from '../../platform/system.ts';
import { checkName } from './account-name.ts';
import { type Account, toAccount } from './account.ts';
import { ACCOUNT_TOPIC } from './find-account.ts';
import { domainsOf, lockAccountRow, updateAccountRow } from './store.ts';

/**
 * Gives the vendor another name; customers read it from then on, also on new receipts. The id stays for ever, for tokens
 * carry it. Raises `InvalidInput` and `NotFound`.
 */
export async function renameAccount(
  system: System,
  account: Pick<Account, 'id'>,
  newName: string,
): Promise<Account> {
  const errors = checkName(newName);
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  const name = newName.trim();
  return system.database.transaction(async (tx) => {
    const row = await lockAccountRow(tx, account.id);
    if (row === undefined) throw notFound();
    await updateAccountRow(tx, row.id, { name });
    await recordChange(tx, row.id, ACCOUNT_TOPIC);
    return toAccount({ ...row, name }, await domainsOf(tx, row.id));
  });
}
