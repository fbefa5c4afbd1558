import type { Reader, Tx } from '../database/database.ts';
import { inList } from '../database/lists.ts';
import type { EventRow, JournalTables } from './tables.ts';

/** The first and the last link of an account's chain. */
export type Chain = JournalTables['journalChains'];
/** The place of an event in its chain. */
export type Link = JournalTables['journalLinks'];

/** The first account after this one, by id, that has unchained events. */
export async function nextUnchainedAccount(db: Reader, afterId: string): Promise<string | undefined> {
  const row = await db
    .tables<JournalTables>()
    .selectFrom('journalUnchained')
    .select('accountId')
    .where('accountId', '>', afterId)
    .orderBy('accountId')
    .limit(1)
    .executeTakeFirst();
  return row?.accountId;
}

export function findChain(db: Reader, accountId: string): Promise<Chain | undefined> {
  return db
    .tables<JournalTables>()
    .selectFrom('journalChains')
    .selectAll()
    .where('accountId', '=', accountId)
    .executeTakeFirst();
}

/** The chain of an account, created if there is none, locked for this transaction until it ends. */
export async function lockChain(tx: Tx, accountId: string): Promise<Chain> {
  const db = tx.tables<JournalTables>();
  await db
    .insertInto('journalChains')
    .values({ accountId, headSequence: 0, headHash: '', anchorSequence: 0, anchorHash: '', anchorSeal: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('journalChains')
    .selectAll()
    .where('accountId', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Events of an account that are not chained yet, by id, with their seals; a deleted one has none. */
export function unchainedEvents(
  tx: Tx,
  accountId: string,
  limit: number,
): Promise<{ eventId: string; seal: string | null }[]> {
  return tx
    .tables<JournalTables>()
    .selectFrom('journalUnchained as waiting')
    .leftJoin('journalEvents as event', (join) =>
      join.onRef('event.accountId', '=', 'waiting.accountId').onRef('event.id', '=', 'waiting.eventId'),
    )
    .select(['waiting.eventId', 'event.seal'])
    .where('waiting.accountId', '=', accountId)
    .orderBy('waiting.eventId')
    .limit(limit)
    .execute();
}

/** The seals of these events, by their ids; none for an event that is gone. */
export async function sealsOf(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .tables<JournalTables>()
    .selectFrom('journalEvents')
    .select(['id', 'seal'])
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .execute();
  return new Map(rows.map(({ id, seal }) => [id, seal]));
}

/** Adds the links of events and removes the events from the waiting list. */
export async function insertLinks(tx: Tx, accountId: string, links: readonly Link[]): Promise<void> {
  const db = tx.tables<JournalTables>();
  await db.insertInto('journalLinks').values(links).execute();
  const ids = links.map(({ eventId }) => eventId);
  await db
    .deleteFrom('journalUnchained')
    .where('accountId', '=', accountId)
    .where(inList(tx, 'eventId', ids))
    .execute();
}

export async function moveHead(
  tx: Tx,
  accountId: string,
  headSequence: number,
  headHash: string,
): Promise<void> {
  await tx
    .tables<JournalTables>()
    .updateTable('journalChains')
    .set({ headSequence, headHash })
    .where('accountId', '=', accountId)
    .execute();
}

/** Links after a place in their order, with their events if these still exist. */
export async function linkedEvents(
  db: Reader,
  accountId: string,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<{ link: Link; event: EventRow | undefined }[]> {
  const tables = db.tables<JournalTables>();
  const links = await tables
    .selectFrom('journalLinks')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  const ids = links.map(({ eventId }) => eventId);
  const events = await tables
    .selectFrom('journalEvents')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(inList(db, 'id', ids))
    .execute();
  const byId = new Map(events.map((event) => [event.id, event]));
  return links.map((link) => ({ link, event: byId.get(link.eventId) }));
}

/** Events after an id in their order, and whether each has a place in the chain or waits for one. */
export function eventPlaces(
  db: Reader,
  accountId: string,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<(EventRow & { linkedId: string | null; waitingId: string | null })[]> {
  return db
    .tables<JournalTables>()
    .selectFrom('journalEvents as event')
    .leftJoin('journalLinks as link', (join) =>
      join.onRef('link.accountId', '=', 'event.accountId').onRef('link.eventId', '=', 'event.id'),
    )
    .leftJoin('journalUnchained as waiting', (join) =>
      join.onRef('waiting.accountId', '=', 'event.accountId').onRef('waiting.eventId', '=', 'event.id'),
    )
    .selectAll('event')
    .select(['link.eventId as linkedId', 'waiting.eventId as waitingId'])
    .where('event.accountId', '=', accountId)
    .where('event.id', '>', afterId)
    .orderBy('event.id')
    .limit(limit)
    .execute();
}
