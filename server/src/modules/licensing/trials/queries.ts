import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../../accounts/index.ts';
import type { ListFilter, Trial } from '../tables.ts';
import * as store from './store-trials.ts';

/** The trial with this id; `undefined` when the account has none. */
export function findTrial(ctx: QueryContext, id: string): Promise<Trial | undefined> {
  return store.findTrial(readerOf(ctx), ctx.account.id, id);
}

/** Trials of the account, newest first (core API, Trials). */
export function listTrials(ctx: QueryContext, filter: ListFilter): Promise<Trial[]> {
  return store.listTrials(readerOf(ctx), ctx.account.id, filter);
}
