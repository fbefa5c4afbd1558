import { isDeepStrictEqual } from 'node:util';
import type { Account, CommandTx } from '../accounts/index.ts';
import type {
  Buyer,
  DocumentFacts,
  DocumentLine,
  DocumentPayment,
  OriginalDocument,
  Reduction,
  Seller,
} from './domain/facts.ts';
import { documentNumber, seriesPrefix } from './domain/number.ts';
import { sumOf } from './domain/sums.ts';
import { recordDocumentEvent } from './events.ts';
import { invoiceIssued, saleRefunded, sellerAddressMissing } from './problems.ts';
import type { DocumentContent } from './render/document-view.ts';
import { documentsOfOrder, insertDocument, nextPosition } from './store.ts';
import type { DocumentKind, OrderDocument } from './tables.ts';

/** A sale, as its document states it. Amounts are minor units of `currency`. */
export interface Sale {
  readonly orderId: string;
  /** The number of the order for people. */
  readonly orderNumber?: string | null | undefined;
  /** The buyer's; absent: English. */
  readonly locale?: string | undefined;
  readonly currency: string;
  readonly suppliedAt: Date;
  readonly buyer: Buyer;
  readonly lines: readonly DocumentLine[];
  readonly reductions: readonly Reduction[];
  /** Null when no payment was due. */
  readonly payment: DocumentPayment | null;
}

/**
 * Issues the document of a sale and gives it its number, inside the transaction that completes the order: an invoice
 * for a business, a receipt for others and for free orders. If the order already has one, that one is returned, or the
 * invoice that replaced it.
 *
 * The caller holds the lock of the order. The series stays locked until the transaction ends, so nothing is locked
 * after it.
 */
export async function issueDocument(tx: CommandTx, sale: Sale): Promise<OrderDocument> {
  const existing = documentInForce(await documentsOfOrder(tx, tx.account.id, sale.orderId));
  if (existing !== undefined) return existing;
  return addDocument(tx, {
    kind: kindOf(tx.account, sale),
    orderId: sale.orderId,
    facts: factsOf(tx.account, sale),
  });
}

/** The content of a sale's document, without a number: for a sale whose invoice the payment provider issues. */
export function unnumberedDocument({ account, clock }: CommandTx, sale: Sale): DocumentContent {
  const facts = factsOf(account, sale);
  return { kind: kindOf(account, sale), number: '', orderId: sale.orderId, facts, issuedAt: clock.now() };
}

/**
 * An invoice has to name the seller's address: without it, a business gets a receipt, and an invoice on request later.
 */
function kindOf(account: Account, { buyer, lines }: Sale): DocumentKind {
  const isInvoice = isBusiness(buyer) && sumOf(lines).grossMinor > 0 && statesAddress(account);
  return isInvoice ? 'Invoice' : 'Receipt';
}

/** Whether the buyer of an order with these documents may request an invoice. */
export function mayIssueInvoice(
  account: Account,
  documents: readonly Pick<OrderDocument, 'kind'>[],
  { hasReturnedMoney }: Pick<InvoiceRequest, 'hasReturnedMoney'>,
): boolean {
  if (!statesAddress(account)) return false;
  return (
    mayCorrectInvoice(documents, { hasReturnedMoney }) && !documents.some(({ kind }) => kind === 'Invoice')
  );
}

/** Whether the vendor may correct the invoice of an order with these documents, or add one. */
export function mayCorrectInvoice(
  documents: readonly Pick<OrderDocument, 'kind'>[],
  { hasReturnedMoney }: Pick<InvoiceRequest, 'hasReturnedMoney'>,
): boolean {
  return documents.length > 0 && !hasReturnedMoney;
}

function statesAddress({ settings: { seller } }: Account): boolean {
  return seller.address.length > 0;
}

function factsOf(
  account: Account,
  { orderNumber, locale = 'en', currency, suppliedAt, buyer, lines, reductions, payment }: Sale,
): DocumentFacts {
  return {
    ...(orderNumber && { orderNumber }),
    locale,
    currency,
    timeZone: account.settings.documents.timeZone,
    suppliedAt: suppliedAt.toISOString(),
    seller: sellerOf(account),
    buyer,
    lines,
    reductions,
    payment,
    original: null,
    reason: null,
  };
}

/** An order whose invoice is to name this buyer. */
interface InvoiceRequest {
  readonly orderId: string;
  readonly buyer: Buyer;
  /** Whether a refund of money has begun that has not failed: its credit note names an earlier document. */
  readonly hasReturnedMoney: boolean;
}

/**
 * Issues an invoice to the buyer of a receipt who requests one with these details. It states the same sale, with the
 * taxes that were paid, and names the receipt, which stays valid; a second request with the same details returns it.
 *
 * Raises `InvoiceIssued` when the order has an invoice for somebody else, `SaleRefunded` instead of a new one, and
 * `SellerAddressMissing`. The caller holds
 * the lock of the order, which has a document, and locks nothing afterwards.
 */
export async function issueInvoice(tx: CommandTx, request: InvoiceRequest): Promise<OrderDocument> {
  const documents = await documentsOfOrder(tx, tx.account.id, request.orderId);
  const invoice = latestInvoice(documents);
  if (invoice === undefined) return invoiceAfter(tx, documents.find(isOfSale), request);
  if (isDeepStrictEqual(invoice.facts.buyer, request.buyer)) return invoice;
  throw invoiceIssued();
}

/**
 * Issues the invoice of an order with these details of the buyer: in place of an invoice with others, which it names and
 * replaces, or beside a receipt. It states the same sale, with the taxes that were paid. An invoice that has the details
 * already is returned.
 *
 * Raises `SaleRefunded` and `SellerAddressMissing` instead of a new one. The caller holds the lock of the order, which
 * has a document, and locks nothing afterwards.
 */
export async function correctInvoice(tx: CommandTx, request: InvoiceRequest): Promise<OrderDocument> {
  const documents = await documentsOfOrder(tx, tx.account.id, request.orderId);
  const invoice = latestInvoice(documents);
  if (invoice !== undefined && isDeepStrictEqual(invoice.facts.buyer, request.buyer)) return invoice;
  return invoiceAfter(tx, invoice ?? documents.find(isOfSale), request);
}

/** An invoice for the sale of a receipt, or in place of an earlier invoice. */
async function invoiceAfter(
  tx: CommandTx,
  original: OrderDocument | undefined,
  { orderId, buyer, hasReturnedMoney }: InvoiceRequest,
): Promise<OrderDocument> {
  if (hasReturnedMoney) throw saleRefunded();
  if (!statesAddress(tx.account)) throw sellerAddressMissing();
  if (original === undefined) throw new Error(`order ${orderId} has no receipt`);
  return addDocument(tx, {
    kind: 'Invoice',
    orderId,
    original,
    facts: {
      ...original.facts,
      timeZone: tx.account.settings.documents.timeZone,
      seller: sellerOf(tx.account),
      buyer,
      original: { ...nameOf(original), ...(original.kind === 'Invoice' && { isReplaced: true }) },
    },
  });
}

/** The invoice of an order that counts: each replaces the one before it. */
export function latestInvoice(documents: readonly OrderDocument[]): OrderDocument | undefined {
  return documents.findLast(({ kind }) => kind === 'Invoice');
}

/** The document of a sale, or the invoice that replaced it. */
function documentInForce(documents: readonly OrderDocument[]): OrderDocument | undefined {
  const first = documents.find(isOfSale);
  return first?.kind === 'Invoice' ? latestInvoice(documents) : first;
}

/** The document with which the order was completed. */
export function isOfSale({ originalId }: Pick<OrderDocument, 'originalId'>): boolean {
  return originalId === null;
}

/** A document to issue. */
interface NewDocument {
  readonly kind: DocumentKind;
  readonly orderId: string;
  readonly refundId?: string;
  readonly original?: OrderDocument;
  readonly facts: DocumentFacts;
}

/** Writes a document with the next number of its series. */
export async function addDocument(
  tx: CommandTx,
  { kind, orderId, refundId, original, facts }: NewDocument,
): Promise<OrderDocument> {
  const issuedAt = tx.clock.now();
  const prefix = seriesPrefix(prefixOf(tx.account, kind), issuedAt, facts.timeZone);
  const position = await nextPosition(tx, tx.account.id, prefix);
  const document: OrderDocument = {
    accountId: tx.account.id,
    id: tx.ids.guid(),
    kind,
    prefix,
    position,
    number: documentNumber(prefix, position),
    orderId,
    refundId: refundId ?? null,
    originalId: original?.id ?? null,
    facts,
    pdfSha256: null,
    issuedAt,
  };
  await insertDocument(tx, document);
  const { grossMinor, taxMinor } = sumOf(facts.lines);
  recordDocumentEvent(tx, {
    type: 'document.issued',
    subjects: { document: document.id, order: orderId, refund: document.refundId },
    data: { kind, number: document.number, currency: facts.currency, grossMinor, taxMinor },
  });
  return document;
}

/** How another document refers to this one. */
export function nameOf({ number, issuedAt }: OrderDocument): OriginalDocument {
  return { number, issuedAt: issuedAt.toISOString() };
}

/** The seller from the current settings, or at least the name of the account. */
export function sellerOf({ name, settings: { seller } }: Account): Seller {
  return {
    name: seller.name ?? name,
    address: seller.address,
    country: seller.country?.toUpperCase() ?? null,
    taxId: seller.taxId ?? null,
    email: seller.email ?? null,
  };
}

function prefixOf({ settings: { documents } }: Account, kind: DocumentKind): string {
  if (kind === 'Invoice') return documents.invoicePrefix;
  return kind === 'Receipt' ? documents.receiptPrefix : documents.creditNotePrefix;
}

function isBusiness({ businessName, taxId }: Buyer): boolean {
  return businessName !== null || taxId !== null;
}
