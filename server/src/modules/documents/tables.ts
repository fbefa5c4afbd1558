import type { DocumentFacts } from './domain/facts.ts';

/**
 * `Receipt`: for a private buyer, and for free orders. `Invoice`: for a business, or on request in addition to a
 * receipt; with other details of the buyer it replaces an earlier one. `CreditNote`: for a refund. `Reversal`: cancels a credit note whose refund failed later.
 */
export type DocumentKind = 'Receipt' | 'Invoice' | 'CreditNote' | 'Reversal';

/** A numbered document. Except for the hash of its file, it never changes and is never deleted. */
export interface OrderDocument {
  readonly accountId: string;
  readonly id: string;
  readonly kind: DocumentKind;
  /** The start of the number, which names its series: `R-2026-`. */
  readonly prefix: string;
  /** The position in the series, counted from 1 without gaps. */
  readonly position: number;
  /** Prefix and position: `R-2026-0001`. No other document of the account has it. */
  readonly number: string;
  readonly orderId: string;
  /** The refund that a credit note, or its reversal, is for; null for other documents. */
  readonly refundId: string | null;
  /**
   * The document that a credit note corrects, the credit note that a reversal cancels, the receipt that an invoice on
   * request belongs to, or the invoice that another one replaces. Null for the one document with which the order was
   * completed.
   */
  readonly originalId: string | null;
  /** The content of the document at the time of issue. */
  readonly facts: DocumentFacts;
  /** The hash of its PDF; null until the first request for it. */
  readonly pdfSha256: string | null;
  readonly issuedAt: Date;
}

/** A series of numbers; the transaction that takes the next one locks its row. */
interface DocumentSeries {
  readonly accountId: string;
  readonly prefix: string;
  readonly lastPosition: number;
}

export interface DocumentTables {
  documents: OrderDocument;
  documentSeries: DocumentSeries;
}
