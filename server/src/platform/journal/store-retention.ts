import type { Reader, Tx } from '../database/database.ts';
import { inList } from '../database/lists.ts';
import type { Link } from './store-chain.ts';
import type { JournalTables } from './tables.ts';

/** An account whose chain begins with an event that has an id before this one. */
export async function accountWithEventBefore(db: Reader, id: string): Promise<string | undefined> {
  const row = await db
    .tables<JournalTables>()
    .selectFrom('journalChains as chain')
    .innerJoin('journalLinks as link', (join) =>
      join
        .onRef('link.accountId', '=', 'chain.accountId')
        .on((eb) => eb('link.sequence', '=', eb('chain.anchorSequence', '+', 1))),
    )
    .select('chain.accountId')
    .where('link.eventId', '<', id)
    .limit(1)
    .executeTakeFirst();
  return row?.accountId;
}

/** The links after a place, in their order. */
export function linksAfter(tx: Tx, accountId: string, sequence: number, limit: number): Promise<Link[]> {
  return tx
    .tables<JournalTables>()
    .selectFrom('journalLinks')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** Removes events with their links and their entries in the index by subject. */
export async function deleteLinkedEvents(tx: Tx, accountId: string, links: readonly Link[]): Promise<void> {
  const db = tx.tables<JournalTables>();
  const ids = links.map(({ eventId }) => eventId);
  const events = await db
    .deleteFrom('journalEvents')
    .where('accountId', '=', accountId)
    .where(inList(tx, 'id', ids))
    .returning(['id', 'subjects'])
    .execute();
  const bySubject = new Map<string, string[]>();
  for (const { id, subjects } of events)
    for (const subject of subjects) bySubject.set(subject, [...(bySubject.get(subject) ?? []), id]);
  for (const [subject, eventIds] of bySubject) {
    await db
      .deleteFrom('journalSubjects')
      .where('accountId', '=', accountId)
      .where('subject', '=', subject)
      .where(inList(tx, 'eventId', eventIds))
      .execute();
  }
  await db
    .deleteFrom('journalLinks')
    .where('accountId', '=', accountId)
    .where('sequence', '<=', Math.max(...links.map(({ sequence }) => sequence)))
    .execute();
}

/** Lets the chain of an account begin after this link, which was removed; the seal authenticates it. */
export async function moveAnchor(
  tx: Tx,
  { accountId, sequence, hash }: Link,
  anchorSeal: string,
): Promise<void> {
  await tx
    .tables<JournalTables>()
    .updateTable('journalChains')
    .set({ anchorSequence: sequence, anchorHash: hash, anchorSeal })
    .where('accountId', '=', accountId)
    .execute();
}
