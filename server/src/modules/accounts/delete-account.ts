import { notFound } from '../../kernel/problem.ts';
import { accountTables, deleteRowsOf } from '../../platform/database/account-tables.ts';
import { changedTopics, recordChange } from '../../platform/database/record-change.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ALL_ACCOUNTS, HOSTS_TOPIC } from './find-account.ts';
import { defaultAccountNeeded } from './problems.ts';
import { deleteAccountRow, listAccountRows, lockAccountRow } from './store.ts';

/** Tables that refer to accounts in their own way: the versions of cached values must keep increasing. */
const EXEMPT_TABLES = new Set(['change_versions']);

/**
 * Deletes the account with all its rows in all tables, within a transaction, and returns the number of rows. Raises
 * `NotFound`, and `DefaultAccountNeeded` for the default account while there are others. A concurrent request of the
 * account may make the database refuse (`reference`): try again.
 */
export async function deleteAccountRows(tx: Tx, accountId: string): Promise<number> {
  // This must come first: the row behind this version is a lock that every change of accounts takes.
  await recordChange(tx, ALL_ACCOUNTS, HOSTS_TOPIC);
  const account = await lockAccountRow(tx, accountId);
  if (account === undefined) throw notFound();
  if (account.isDefault && (await listAccountRows(tx)).length > 1) throw defaultAccountNeeded();
  let rows = 0;
  for (const table of await accountTables(tx)) {
    if (!EXEMPT_TABLES.has(table)) rows += await deleteRowsOf(tx, table, accountId);
  }
  await deleteAccountRow(tx, accountId);
  for (const topic of await changedTopics(tx, accountId)) await recordChange(tx, accountId, topic);
  return rows + 1;
}
