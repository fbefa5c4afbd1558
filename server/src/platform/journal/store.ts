import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Reader, Tx } from '../database/database.ts';
import { runTogether } from '../database/run-together.ts';
import type { Actor } from '../context/actor.ts';
import { firstIdOf } from './event-id.ts';
import type { EventRow, JournalTables } from './tables.ts';

/** Adds the events of a transaction; on PostgreSQL they are sent together with its commit. */
export async function insertEvents(tx: Tx, events: readonly EventRow[]): Promise<void> {
  const subjects = events.flatMap(({ accountId, id, subjects: texts }) =>
    texts.map((subject) => ({ accountId, subject, eventId: id })),
  );
  const unchained = events.map(({ accountId, id }) => ({ accountId, eventId: id }));
  const db = tx.tables<JournalTables>();
  await runTogether(tx, [
    ...batchesOf(events).map((rows) => db.insertInto('journalEvents').values(rows).compile()),
    ...batchesOf(subjects).map((rows) => db.insertInto('journalSubjects').values(rows).compile()),
    ...batchesOf(unchained).map((rows) => db.insertInto('journalUnchained').values(rows).compile()),
  ]);
}

/** A statement has a limited number of parameters, and an order of many licenses names each of them. */
const ROWS_PER_INSERT = 1_000;

function batchesOf<Row>(rows: readonly Row[]): (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_INSERT) }, (_, index) =>
    rows.slice(index * ROWS_PER_INSERT, (index + 1) * ROWS_PER_INSERT),
  );
}

/** The filter of an account's events, newest first by default; an absent field filters nothing. */
interface EventFilter {
  readonly actorKind?: Actor['kind'] | undefined;
  readonly actorId?: string | undefined;
  readonly type?: string | undefined;
  /** In the form of `subjectText`. */
  readonly subject?: string | undefined;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly to?: Date | undefined;
  readonly isOldestFirst?: boolean | undefined;
  /** The last id of the previous page. */
  readonly afterId?: string | undefined;
  readonly limit: number;
}

/**
 * One page of events; returns up to one row more than `limit`, to show whether there are more. Ids sort by time, so one
 * index per filter finds its events, in either order.
 */
export function listEvents(db: Reader, accountId: string, filter: EventFilter): Promise<EventRow[]> {
  const tables = db.tables<JournalTables>();
  const { subject } = filter;
  if (subject === undefined) {
    const events = tables.selectFrom('journalEvents as event').selectAll('event');
    return pageOf(events.where('event.accountId', '=', accountId), filter, 'event.id').execute();
  }
  const events = tables
    .selectFrom('journalSubjects as named')
    .innerJoin('journalEvents as event', (join) =>
      join.onRef('event.accountId', '=', 'named.accountId').onRef('event.id', '=', 'named.eventId'),
    )
    .selectAll('event')
    .where('named.accountId', '=', accountId)
    .where('named.subject', '=', subject);
  return pageOf(events, filter, 'named.eventId').execute();
}

/**
 * The events of a type about these subjects, in the form of `subjectText`. Such an event is rare among those of its
 * subject: it creates it, or ends it.
 */
export function listEventsAbout(
  db: Reader,
  accountId: string,
  { type, subjects }: { readonly type: string; readonly subjects: readonly string[] },
): Promise<EventRow[]> {
  if (subjects.length === 0) return Promise.resolve([]);
  return db
    .tables<JournalTables>()
    .selectFrom('journalSubjects as named')
    .innerJoin('journalEvents as event', (join) =>
      join.onRef('event.accountId', '=', 'named.accountId').onRef('event.id', '=', 'named.eventId'),
    )
    .selectAll('event')
    .where('named.accountId', '=', accountId)
    .where('named.subject', 'in', subjects)
    .where('event.type', '=', type)
    .execute();
}

function pageOf<Tables, Names extends keyof Tables, Row>(
  events: SelectQueryBuilder<Tables, Names, Row>,
  { actorKind, actorId, type, from, to, isOldestFirst = false, afterId, limit }: EventFilter,
  idColumn: string,
): SelectQueryBuilder<Tables, Names, Row> {
  const id = sql.ref(idColumn);
  const conditions = [
    actorKind && sql<SqlBool>`${sql.ref('event.actorKind')} = ${actorKind}`,
    actorId && sql<SqlBool>`${sql.ref('event.actorId')} = ${actorId}`,
    type && sql<SqlBool>`${sql.ref('event.type')} = ${type}`,
    from && sql<SqlBool>`${id} >= ${firstIdOf(from)}`,
    to && sql<SqlBool>`${id} < ${firstIdOf(to)}`,
    afterId && (isOldestFirst ? sql<SqlBool>`${id} > ${afterId}` : sql<SqlBool>`${id} < ${afterId}`),
  ];
  let query = events;
  for (const condition of conditions) if (condition) query = query.where(condition);
  return query.orderBy(id, isOldestFirst ? 'asc' : 'desc').limit(limit + 1);
}
