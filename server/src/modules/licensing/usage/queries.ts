import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import type { TrialDay, UsageDay, UsageFilter } from '../tables.ts';
import * as store from '../store/usage.ts';

/** Active devices of each day, by product, kind, version and platform. */
export function listUsage(ctx: QueryContext, filter: UsageFilter): Promise<UsageDay[]> {
  return store.listUsage(readerOf(ctx), ctx.account.id, filter);
}

/** Trials of each day, by product. */
export function listTrialDays(ctx: QueryContext, filter: UsageFilter): Promise<TrialDay[]> {
  return store.listTrialDays(readerOf(ctx), ctx.account.id, filter);
}
