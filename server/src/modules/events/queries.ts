import { notFound } from '../../kernel/problem.ts';
import { readerOf } from '../../platform/context/context.ts';
import type { System } from '../../platform/system.ts';
import type { QueryContext } from '../accounts/index.ts';
import * as store from './store.ts';
import type { EventRow } from './tables.ts';

/** Events of the account, the oldest first by default. */
export function listEvents(ctx: QueryContext, filter: store.EventFilter): Promise<EventRow[]> {
  return store.listEvents(readerOf(ctx), ctx.account.id, filter);
}

/** How many events of each type are behind `after` and up to `upTo`; types without one are absent. */
export function countEvents(
  ctx: QueryContext,
  span: { readonly after: number; readonly upTo: number },
): Promise<Map<string, number>> {
  return store.countEvents(readerOf(ctx), ctx.account.id, span);
}

/** The events with these ids that are still kept. */
export function findEvents(ctx: QueryContext, ids: readonly string[]): Promise<EventRow[]> {
  return store.findEvents(readerOf(ctx), ctx.account.id, ids);
}

/** Those of these events that show nothing, such as those of deleted customers. */
export function eventsWithoutData(ctx: QueryContext, ids: readonly string[]): Promise<Set<string>> {
  return store.eventsWithoutData(readerOf(ctx), ctx.account.id, ids);
}

/** One event. Raises `NotFound`, also when it is no longer kept. */
export async function findEvent(ctx: QueryContext, id: string): Promise<EventRow> {
  const [event] = await findEvents(ctx, [id]);
  if (event === undefined) throw notFound({ detail: `There is no event ${id}.` });
  return event;
}

/** The number of the account's last event; 0 if it has had none. */
export function lastSequence(ctx: QueryContext): Promise<number> {
  return store.lastSequence(readerOf(ctx), ctx.account.id);
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const AT_ONCE = 1_000;

/** Housekeeping: deletes some of the oldest events that are kept no longer; returns their number. */
export function purgeOldEvents({ config, clock, database }: System): Promise<number> {
  const before = new Date(clock.now().getTime() - config.eventRetentionDays * DAY_MS);
  return database.transaction((tx) => store.deleteEventsBefore(tx, before, AT_ONCE));
}
