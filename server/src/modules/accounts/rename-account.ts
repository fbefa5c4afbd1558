import { invalidInput, notFound } from '../../kernel/problem.ts';
import { transaction } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import { checkName } from './account-name.ts';
import { type Account, toAccount } from './account.ts';
import type { Context } from './context.ts';
import { recordAccountEvent } from './events.ts';
import { ACCOUNT_TOPIC } from './find-account.ts';
import { domainsOf, lockAccountRow, updateAccountRow } from './store.ts';

/**
 * Gives the vendor another name; customers read it from then on, also on new receipts. The id stays forever, for tokens
 * carry it. Raises `InvalidInput` and `NotFound`.
 */
export async function renameAccount(ctx: Context, newName: string): Promise<Account> {
  const errors = checkName(newName);
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  const name = newName.trim();
  return transaction(ctx, async (tx) => {
    const row = await lockAccountRow(tx, ctx.account.id);
    if (row === undefined) throw notFound();
    await updateAccountRow(tx, row.id, { name });
    await recordChange(tx, row.id, ACCOUNT_TOPIC);
    if (name !== row.name)
      recordAccountEvent(tx, {
        type: 'account.renamed',
        subjects: {},
        data: { before: row.name, after: name },
      });
    return toAccount({ ...row, name }, await domainsOf(tx, row.id));
  });
}
