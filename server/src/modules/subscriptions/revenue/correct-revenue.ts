import { SERVER } from '../../../platform/context/actor.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { System } from '../../../platform/system.ts';
import { type Context, contextOf, listAccounts } from '../../accounts/index.ts';
import { monthlyRevenue } from '../domain/monthly-revenue.ts';
import { lockSubscription } from '../store.ts';
import { type EarningRow, subscriptionsWithRevenue } from '../store-revenue.ts';
import { recordRevenue } from './record-revenue.ts';

const AT_ONCE = 500;

/**
 * Housekeeping, every night: records what subscriptions bring each month where something else was recorded last, because a
 * server of a release that does not record it has changed them during an upgrade. Returns 0: one call handles all of them. An
 * account that fails is logged, and does not stop those after it.
 */
export async function correctRevenue(system: System, signal?: AbortSignal): Promise<number> {
  for (const account of await listAccounts(system)) {
    try {
      await correctAccount(contextOf(system, account, SERVER), signal);
    } catch (error) {
      signal?.throwIfAborted();
      system.log.error({ err: error, account: account.id }, 'recurring revenue could not be checked');
    }
  }
  return 0;
}

async function correctAccount(ctx: Context, signal: AbortSignal | undefined): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    signal?.throwIfAborted();
    const page = { after, limit: AT_ONCE };
    const rows = await subscriptionsWithRevenue(ctx.database.reader, ctx.account.id, page);
    const wrong = rows.filter(isWrong);
    if (wrong.length > 0) ctx.log.warn({ subscriptions: wrong.length }, 'recurring revenue was corrected');
    for (const { id } of wrong)
      await transaction(ctx, async (tx) => {
        await lockSubscription(tx, tx.account.id, id);
        recordRevenue(tx, { id });
      });
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
  }
}

/** Rows of a release before do not say what a renewal costs without taxes: the next renewal does. */
function isWrong(row: EarningRow): boolean {
  const minor = monthlyRevenue(row);
  return minor !== (row.recordedMinor ?? 0) && (minor === 0 || row.total.netMinor !== undefined);
}
