import { notFound } from '../../kernel/problem.ts';
import { checkRevision } from '../../kernel/revision.ts';
import { type CommandTxOf, transaction } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import { type Account, toAccount } from './account.ts';
import type { CommandContext } from './context.ts';
import { recordAccountEvent } from './events.ts';
import { ACCOUNT_TOPIC, ALL_ACCOUNTS, HOSTS_TOPIC } from './find-account.ts';
import { refuseHostChange } from './hosts/operator-rights.ts';
import { defaultAccountId, domainsOf, lockAccountRow, updateAccountRow } from './store.ts';

/**
 * Makes this account the one that hosts without an account lead to, instead of the previous one. Raises `NotFound`,
 * `StaleRevision`, and `OperatorOnly` as `refuseHostChange` does.
 */
export async function setDefaultAccount(
  ctx: CommandContext,
  { expectedRevision }: { readonly expectedRevision?: number | undefined } = {},
): Promise<Account> {
  return transaction(ctx, async (tx) => {
    // This must come first: the row behind this version is a lock, so that there is one default account at any time.
    await recordChange(tx, ALL_ACCOUNTS, HOSTS_TOPIC);
    const row = await lockAccountRow(tx, ctx.account.id);
    if (row === undefined) throw notFound();
    checkRevision(row, expectedRevision);
    await refuseHostChange(tx, []);
    const before = await defaultAccountId(tx);
    if (before === row.id) return toAccount(row, await domainsOf(tx, row.id));
    if (before !== undefined) {
      await updateAccountRow(tx, before, { isDefault: false });
      await recordChange(tx, before, ACCOUNT_TOPIC);
      recordDefault({ ...tx, account: { id: before } }, false);
    }
    await updateAccountRow(tx, row.id, { isDefault: true });
    await recordChange(tx, row.id, ACCOUNT_TOPIC);
    recordDefault(tx, true);
    return toAccount({ ...row, isDefault: true, revision: row.revision + 1 }, await domainsOf(tx, row.id));
  });
}

function recordDefault(tx: CommandTxOf<Pick<Account, 'id'>>, isDefault: boolean): void {
  const data = { before: !isDefault, after: isDefault };
  recordAccountEvent(tx, { type: 'account.default-changed', subjects: {}, data });
}
