import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { newestFirst, type RowPage } from '../../platform/database/newest-first.ts';
import type { DocumentKind, DocumentTables, OrderDocument } from './tables.ts';

/**
 * Takes the next position of a series, which begins with 1. The row of the series stays locked until the transaction
 * ends: if that is rolled back, the position is free again.
 */
export async function nextPosition(tx: Tx, accountId: string, prefix: string): Promise<number> {
  const { lastPosition } = await tx
    .tables<DocumentTables>()
    .insertInto('documentSeries')
    .values({ accountId, prefix, lastPosition: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'prefix'])
        .doUpdateSet((eb) => ({ lastPosition: eb('documentSeries.lastPosition', '+', 1) })),
    )
    .returning('lastPosition')
    .executeTakeFirstOrThrow();
  return lastPosition;
}

export async function insertDocument(tx: Tx, document: OrderDocument): Promise<void> {
  await tx.tables<DocumentTables>().insertInto('documents').values(document).execute();
}

/** The documents of an order, oldest first. */
export function documentsOfOrder(db: Reader, accountId: string, orderId: string): Promise<OrderDocument[]> {
  return db
    .tables<DocumentTables>()
    .selectFrom('documents')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('orderId', '=', orderId)
    .orderBy('issuedAt')
    .orderBy('id')
    .execute();
}

/** The credit notes of these refunds. */
export function creditNotesOf(
  db: Reader,
  accountId: string,
  refundIds: readonly string[],
): Promise<Pick<OrderDocument, 'refundId' | 'facts'>[]> {
  return db
    .tables<DocumentTables>()
    .selectFrom('documents')
    .select(['refundId', 'facts'])
    .where('accountId', '=', accountId)
    .where(inList(db, 'refundId', refundIds))
    .where('refundId', 'is not', null)
    .where('kind', '=', sql.lit('CreditNote' as const))
    .execute();
}

/** A credit note whose refund failed after it, or the reversal of one. */
export type ReversedNote = Pick<OrderDocument, 'kind' | 'orderId' | 'facts' | 'issuedAt'>;

/** The reversals of credit notes that were issued from `from` until before `to`, and the credit notes of them that were reversed later. */
export async function reversedNotesIn(
  db: Reader,
  accountId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReversedNote[]> {
  const ofKind = (kind: DocumentKind) =>
    db
      .tables<DocumentTables>()
      .selectFrom('documents')
      .select(['kind', 'orderId', 'facts', 'issuedAt'])
      .where('accountId', '=', accountId)
      .where('kind', '=', sql.lit(kind))
      .where('issuedAt', '>=', from)
      .where('issuedAt', '<', to);
  const reversed = ofKind('CreditNote').where((eb) =>
    eb.exists(
      eb
        .selectFrom('documents as reversal')
        .select('reversal.id')
        .whereRef('reversal.accountId', '=', 'documents.accountId')
        .whereRef('reversal.originalId', '=', 'documents.id')
        .where('reversal.kind', '=', sql.lit('Reversal' as const)),
    ),
  );
  return [...(await reversed.execute()), ...(await ofKind('Reversal').execute())];
}

export function readDocument(db: Reader, accountId: string, id: string): Promise<OrderDocument | undefined> {
  return db
    .tables<DocumentTables>()
    .selectFrom('documents')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The filter and the page of a list of documents. */
export interface DocumentFilter extends RowPage {
  readonly kind?: DocumentKind | undefined;
  readonly issuedBefore?: Date | undefined;
  /** At or after this moment. */
  readonly issuedSince?: Date | undefined;
}

/** Documents of an account, newest first. */
export function listDocuments(
  db: Reader,
  accountId: string,
  filter: DocumentFilter,
): Promise<OrderDocument[]> {
  const { kind, issuedBefore, issuedSince } = filter;
  const documents = db
    .tables<DocumentTables>()
    .selectFrom('documents')
    .selectAll()
    .where('accountId', '=', accountId)
    .where((eb) => eb.and(kind === undefined ? [] : [eb('kind', '=', sql.lit(kind))]))
    .where((eb) => eb.and(issuedBefore === undefined ? [] : [eb('issuedAt', '<', issuedBefore)]))
    .where((eb) => eb.and(issuedSince === undefined ? [] : [eb('issuedAt', '>=', issuedSince)]));
  return newestFirst(documents, filter, { moment: 'issuedAt' }).execute();
}

/** Records the hash of the file of a document. */
export async function setPdfHash(tx: Tx, accountId: string, id: string, pdfSha256: string): Promise<void> {
  await tx
    .tables<DocumentTables>()
    .updateTable('documents')
    .set({ pdfSha256 })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Whether a document of the account has the file with this hash. */
export async function hasPdf(db: Reader, accountId: string, pdfSha256: string): Promise<boolean> {
  const row = await db
    .tables<DocumentTables>()
    .selectFrom('documents')
    .select('id')
    .where('accountId', '=', accountId)
    .where('pdfSha256', '=', pdfSha256)
    .executeTakeFirst();
  return row !== undefined;
}
