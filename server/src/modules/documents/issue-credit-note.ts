import type { CommandTx } from '../accounts/index.ts';
import { creditLines, type LineCredit } from './domain/credit.ts';
import { addDocument, isOfSale, latestInvoice, nameOf, sellerOf } from './issue-document.ts';
import { documentsOfOrder } from './store.ts';
import type { OrderDocument } from './tables.ts';

/** Money returned to the buyer of an order. */
export interface RefundFacts {
  readonly orderId: string;
  readonly refundId: string;
  /** The refunds of the order that have not failed; credit notes of others no longer count. Absent: all count. */
  readonly effectiveRefundIds?: readonly string[] | undefined;
  /** More than 0, in minor units of the order's currency, tax included. */
  readonly amountMinor: number;
  /** The amounts by line; absent: spread over the rest of all lines. */
  readonly lines?: readonly LineCredit[] | undefined;
  /** In the words of the vendor, for the buyer. */
  readonly reason?: string | undefined;
}

/**
 * Issues the credit note of a refund, which names the invoice of the order, or else its receipt. If the refund already
 * has one, that one is returned. Undefined for an order without a document: the provider of its payment has issued the
 * invoice, and corrects it. Throws a `RangeError` when more would be refunded than was paid.
 *
 * The caller holds the lock of the order. The series stays locked until the transaction ends, so nothing is locked
 * after it.
 */
export async function issueCreditNote(
  tx: CommandTx,
  { orderId, refundId, effectiveRefundIds, amountMinor, lines, reason }: RefundFacts,
): Promise<OrderDocument | undefined> {
  const documents = await documentsOfOrder(tx, tx.account.id, orderId);
  const existing = documents.find(isCreditNoteOf(refundId));
  if (existing !== undefined) return existing;
  const original = latestInvoice(documents) ?? documents.find(isOfSale);
  if (original === undefined) return undefined;
  const earlier = documents
    .filter(({ kind }) => kind === 'CreditNote')
    .filter((creditNote) => effectiveRefundIds?.includes(creditNote.refundId ?? '') ?? true)
    .flatMap((creditNote) => creditNote.facts.lines);
  return addDocument(tx, {
    kind: 'CreditNote',
    orderId,
    refundId,
    original,
    facts: {
      ...original.facts,
      timeZone: tx.account.settings.documents.timeZone,
      seller: sellerOf(tx.account),
      lines: creditLines(original.facts.lines, earlier, { amountMinor, lines }),
      reductions: [],
      payment: null,
      original: nameOf(original),
      reason: reason ?? null,
    },
  });
}

/**
 * Cancels the credit note of a refund whose money came back, with the same lines and the opposite sign. If it is
 * already reversed, that document is returned; undefined if the refund has no credit note. The caller holds the lock of
 * the order, and locks no other series afterwards.
 */
export async function reverseCreditNote(
  tx: CommandTx,
  { orderId, refundId }: Pick<RefundFacts, 'orderId' | 'refundId'>,
): Promise<OrderDocument | undefined> {
  const documents = await documentsOfOrder(tx, tx.account.id, orderId);
  const creditNote = documents.find(isCreditNoteOf(refundId));
  if (creditNote === undefined) return undefined;
  const existing = documents.find(
    ({ kind, originalId }) => kind === 'Reversal' && originalId === creditNote.id,
  );
  if (existing !== undefined) return existing;
  return addDocument(tx, {
    kind: 'Reversal',
    orderId,
    refundId,
    original: creditNote,
    facts: {
      ...creditNote.facts,
      timeZone: tx.account.settings.documents.timeZone,
      seller: sellerOf(tx.account),
      lines: creditNote.facts.lines.map((line) => ({
        ...line,
        netMinor: Math.abs(line.netMinor),
        taxMinor: Math.abs(line.taxMinor),
        grossMinor: Math.abs(line.grossMinor),
      })),
      original: nameOf(creditNote),
      reason: null,
    },
  });
}

function isCreditNoteOf(refundId: string) {
  return (document: OrderDocument): boolean =>
    document.kind === 'CreditNote' && document.refundId === refundId;
}
