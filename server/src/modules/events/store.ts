import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { ALL } from './counters.ts';
import type { EventRow, EventTables } from './tables.ts';

/** The last numbers of the account, under `ALL`, and of subjects; one that has no event yet is absent. */
export async function lockCounters(
  tx: Tx,
  accountId: string,
  subjects: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .tables<EventTables>()
    .selectFrom('eventCounters')
    .select(['subject', 'last'])
    .where('accountId', '=', accountId)
    .where(inList(tx, 'subject', [ALL, ...subjects]))
    .forUpdate()
    .execute();
  return new Map(rows.map(({ subject, last }) => [subject, last]));
}

/** Adds events and moves the counters to their numbers. */
export async function insertEvents(
  tx: Tx,
  events: readonly EventRow[],
  counters: readonly EventTables['eventCounters'][],
): Promise<void> {
  const db = tx.tables<EventTables>();
  await db.insertInto('events').values(events).execute();
  await db
    .insertInto('eventCounters')
    .values(counters)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'subject']).doUpdateSet((eb) => ({ last: eb.ref('excluded.last') })),
    )
    .execute();
}

/** Names the customer in the events of a subject that name none. */
export async function nameCustomer(
  tx: Tx,
  {
    accountId,
    subjectType,
    subjectId,
    customerId,
  }: Pick<EventRow, 'accountId' | 'subjectType' | 'subjectId' | 'customerId'>,
): Promise<void> {
  await tx
    .tables<EventTables>()
    .updateTable('events')
    .set({ customerId })
    .where('accountId', '=', accountId)
    .where('subjectType', '=', subjectType)
    .where('subjectId', '=', subjectId)
    .where('customerId', 'is', null)
    .execute();
}

/** Those of these events that show nothing, such as those of deleted customers. */
export async function eventsWithoutData(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .tables<EventTables>()
    .selectFrom('events')
    .select('id')
    .where('accountId', '=', accountId)
    .where('data', 'is', null)
    .where(inList(db, 'id', ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Removes the data about deleted customers and operators from their events, and returns the ids of these. */
export async function eraseData(
  tx: Tx,
  accountId: string,
  customerIds: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .tables<EventTables>()
    .updateTable('events')
    .set({ data: null })
    .where('accountId', '=', accountId)
    .where(inList(tx, 'customerId', customerIds))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The filter of events; an absent field filters nothing. */
export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  readonly subject?: { readonly type: string; readonly id: string } | undefined;
  /** Only events behind this place, in the requested order. */
  readonly after?: number | undefined;
  /** Up to and including this place. */
  readonly upTo?: number | undefined;
  readonly isNewestFirst?: boolean | undefined;
  /** Only events that happened at or after `from`, and before `to`. */
  readonly span?: { readonly from: Date; readonly to: Date } | undefined;
  readonly limit: number;
}

/** Events of an account in the order of their sequence. */
export function listEvents(db: Reader, accountId: string, filter: EventFilter): Promise<EventRow[]> {
  const { types, subject, after, upTo, isNewestFirst = false, span, limit } = filter;
  let query = db.tables<EventTables>().selectFrom('events').selectAll().where('accountId', '=', accountId);
  if (types !== undefined) query = query.where(inList(db, 'type', types));
  if (subject !== undefined)
    query = query.where('subjectType', '=', subject.type).where('subjectId', '=', subject.id);
  if (after !== undefined) query = query.where('sequence', isNewestFirst ? '<' : '>', after);
  if (upTo !== undefined) query = query.where('sequence', '<=', upTo);
  if (span !== undefined)
    query = query.where('occurredAt', '>=', span.from).where('occurredAt', '<', span.to);
  return query
    .orderBy('sequence', isNewestFirst ? 'desc' : 'asc')
    .limit(limit)
    .execute();
}

/** The number of events of each type in a span of sequences: behind `after`, up to `upTo`. */
export async function countEvents(
  db: Reader,
  accountId: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<Map<string, number>> {
  const rows = await db
    .tables<EventTables>()
    .selectFrom('events')
    .select(({ fn }) => ['type', fn.countAll<number | bigint | string>().as('count')])
    .where('accountId', '=', accountId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .groupBy('type')
    .orderBy('type')
    .execute();
  return new Map(rows.map(({ type, count }) => [type, Number(count)]));
}

/** These events of an account, those that are still kept. */
export function findEvents(db: Reader, accountId: string, ids: readonly string[]): Promise<EventRow[]> {
  return db
    .tables<EventTables>()
    .selectFrom('events')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
}

/** The number of the account's last event; 0 if it has had none. */
export async function lastSequence(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .tables<EventTables>()
    .selectFrom('eventCounters')
    .select('last')
    .where('accountId', '=', accountId)
    .where('subject', '=', ALL)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Deletes the oldest events of all accounts that happened before this moment, at most `limit`; returns their number. */
export async function deleteEventsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const db = tx.tables<EventTables>();
  // By time and not by number: after a clock that was wrong, a later event can be the older one.
  const oldest = await db
    .selectFrom('events')
    .select(['accountId', 'id'])
    .where('occurredAt', '<', before)
    .orderBy('occurredAt')
    .limit(limit)
    .execute();
  for (const [accountId, events] of Map.groupBy(oldest, (event) => event.accountId)) {
    const ids = events.map(({ id }) => id);
    await db
      .deleteFrom('events')
      .where('accountId', '=', accountId)
      .where(inList(tx, 'id', ids))
      .execute();
  }
  return oldest.length;
}
