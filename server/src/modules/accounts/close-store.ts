import { notFound, refuseIssues } from '../../kernel/problem.ts';
import { checkRevision } from '../../kernel/revision.ts';
import { transaction } from '../../platform/context/context.ts';
import { recordChange } from '../../platform/database/record-change.ts';
import { type Account, toAccount } from './account.ts';
import type { CommandContext } from './context.ts';
import { recordAccountEvent } from './events.ts';
import { ACCOUNT_TOPIC } from './find-account.ts';
import { domainsOf, lockAccountRow, updateAccountRow } from './store.ts';
import type { StoreClosure } from './tables.ts';

interface Options {
  readonly expectedRevision?: number | undefined;
}

/**
 * Closes the store of an account (policies section 4), or changes how it is closed; `confirm` is the id of the account.
 * `Closed` refuses shops and applications with 410 `StoreClosed`, and applications lock after their grace. `Released`
 * ends only the sale, and gives perpetual licenses tokens that need no server. Nothing is deleted; `reopenStore`
 * reverses it, except for the tokens that applications have received by then. Raises `InvalidInput`, `StaleRevision`,
 * `NotFound`.
 */
export function closeStore(
  ctx: CommandContext,
  { mode, confirm }: { readonly mode: StoreClosure; readonly confirm: string },
  options: Options = {},
): Promise<Account> {
  refuseIssues({
    confirm: confirm === ctx.account.id ? [] : [`must be the id of the account, ${ctx.account.id}`],
  });
  return setClosure(ctx, mode, options);
}

/** Opens the store of an account again. Raises `StaleRevision` and `NotFound`. */
export function reopenStore(ctx: CommandContext, options: Options = {}): Promise<Account> {
  return setClosure(ctx, null, options);
}

function setClosure(
  ctx: CommandContext,
  closure: StoreClosure | null,
  { expectedRevision }: Options,
): Promise<Account> {
  return transaction(ctx, async (tx) => {
    const row = await lockAccountRow(tx, ctx.account.id);
    if (row === undefined) throw notFound();
    checkRevision(row, expectedRevision);
    const domains = await domainsOf(tx, row.id);
    if (row.closure === closure) return toAccount(row, domains);
    await updateAccountRow(tx, row.id, { closure });
    await recordChange(tx, row.id, ACCOUNT_TOPIC);
    const data = { before: row.closure, after: closure };
    recordAccountEvent(tx, { type: 'account.closure-changed', subjects: {}, data });
    return toAccount({ ...row, closure, revision: row.revision + 1 }, domains);
  });
}
