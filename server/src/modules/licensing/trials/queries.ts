import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import type { Trial, TrialFilter } from '../tables.ts';
import * as store from '../store/trials.ts';

/** The trial with this id; `undefined` when the account has none. */
export function findTrial(ctx: QueryContext, id: string): Promise<Trial | undefined> {
  return store.findTrial(readerOf(ctx), ctx.account.id, id);
}

/** Trials of the account, the latest first by the moment of `sortedBy` (core API, Trials). */
export function listTrials(ctx: QueryContext, filter: TrialFilter): Promise<Trial[]> {
  return store.listTrials(readerOf(ctx), ctx.account.id, filter, ctx.clock.now());
}
