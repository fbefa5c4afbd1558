import { sql } from 'kysely';
import type { Reader, Tx } from '../database/database.ts';
import { inList } from '../database/lists.ts';
import { newestFirst, type RowPage } from '../database/newest-first.ts';
import type { MailTables } from './tables.ts';

export type MailRow = MailTables['mails'];

export async function insertMail(tx: Tx, row: MailRow): Promise<void> {
  await tx.tables<MailTables>().insertInto('mails').values(row).execute();
}

export function findMail(reader: Reader, accountId: string, id: string): Promise<MailRow | undefined> {
  return reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** To whom mails are, without what they say. */
export function findAddressees(
  reader: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<MailRow, 'id' | 'kind' | 'recipient'>[]> {
  return reader
    .tables<MailTables>()
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient'])
    .where('accountId', '=', accountId)
    .where(inList(reader, 'id', ids))
    .execute();
}

/** Deletes a mail that has not been sent yet. One that is being sent now may still arrive. */
export async function deleteQueuedMail(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .tables<MailTables>()
    .deleteFrom('mails')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'Queued')
    .execute();
}

/** The final status of a queued mail. */
export type MailEnd =
  | { readonly status: 'Kept' }
  | { readonly status: 'Sent'; readonly sentAt: Date }
  | { readonly status: 'Failed'; readonly failure: string };

/** Ends a queued mail, once. The body of a sent or refused mail is deleted. */
export async function endMail(tx: Tx, accountId: string, id: string, end: MailEnd): Promise<void> {
  const bodies = end.status === 'Kept' ? {} : { textBody: '', htmlBody: '' };
  await tx
    .tables<MailTables>()
    .updateTable('mails')
    .set({ ...end, ...bodies })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'Queued')
    .execute();
}

/**
 * Deletes at most `most` mails that were created before a time and are not pending; returns the number of deleted ones.
 */
export async function deleteMails(tx: Tx, before: Date, most: number): Promise<number> {
  const db = tx.tables<MailTables>();
  const old = db
    .selectFrom('mails')
    .select(['accountId', 'id'])
    .where('createdAt', '<', before)
    .where('status', '!=', 'Queued')
    .orderBy('createdAt')
    .limit(most)
    .$asTuple('accountId', 'id');
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where((eb) => eb(eb.refTuple('accountId', 'id'), 'in', old))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes the mails to some addresses (converted to lower case here), including those waiting to be sent. */
export async function deleteMailsTo(tx: Tx, accountId: string, addresses: readonly string[]): Promise<void> {
  await tx
    .tables<MailTables>()
    .deleteFrom('mails')
    .where('accountId', '=', accountId)
    .where(sql<string>`lower(recipient)`, 'in', addresses)
    .execute();
}

/** A mail as its account sees it: what it was about and whether it arrived, without its text, which may hold a code. */
export interface MailSummary extends Omit<
  MailRow,
  'textBody' | 'htmlBody' | 'sender' | 'language' | 'sealedContent'
> {
  /** Whether it can be sent again as it was. */
  readonly hasCopy: boolean;
}

/** A page of the mails of an account to an address, in any case, newest first. */
export async function pageMailsTo(
  reader: Reader,
  { accountId, recipient }: Pick<MailRow, 'accountId' | 'recipient'>,
  page: RowPage,
): Promise<MailSummary[]> {
  const mails = reader
    .tables<MailTables>()
    .selectFrom('mails')
    .select(['accountId', 'id', 'kind', 'recipient', 'subject', 'status', 'failure', 'createdAt', 'sentAt'])
    .select('about')
    .select((eb) => eb('sealedContent', 'is not', null).as('hasCopy'))
    .where('accountId', '=', accountId)
    .where(sql<boolean>`lower(recipient) = lower(${recipient})`);
  const rows = await newestFirst(mails, page).execute();
  // SQLite has no booleans.
  return rows.map((mail) => ({ ...mail, hasCopy: Boolean(mail.hasCopy) }));
}

/** The number of mails of an account since a time: for development, it reads them all. */
export async function mailsSince(reader: Reader, accountId: string, since: Date): Promise<number> {
  const { count } = await reader
    .tables<MailTables>()
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('accountId', '=', accountId)
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The newest mails of all accounts, for the outbox of a development machine. */
export function newestMails(reader: Reader, most: number): Promise<MailRow[]> {
  return reader
    .tables<MailTables>()
    .selectFrom('mails')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}
