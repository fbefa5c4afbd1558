import { notFound, type Problem, refuseIssues } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context, QueryContext } from '../../accounts/index.ts';
import { findCustomer, findCustomerByEmail } from '../../customers/index.ts';
import {
  type Buyer,
  correctInvoice,
  documentsOfOrder,
  issueInvoice,
  latestInvoice,
  mayCorrectInvoice,
  mayIssueInvoice,
  type OrderDocument,
} from '../../documents/index.ts';
import { issuesInvoices, successfulPayment } from '../../payments/index.ts';
import { countryName, isSameCountry, taxIdIssues, type TaxPlace } from '../../taxes/index.ts';
import { orderSubject, isPaidByStranger } from '../purchase/purchases.ts';
import { orderOfAnotherCustomer, receiptPending, unknownOrder } from '../problems.ts';
import { hasReturnedMoney } from '../refunds/returned-money.ts';
import { lockOrder, readOrder } from '../order/store.ts';
import type { Order } from '../tables.ts';
import { providerUrl } from './issue-order-document.ts';

/** The documents of a completed order. */
export interface OrderDocuments {
  /** Our own, oldest first; empty where the provider of the payment issues them. */
  readonly documents: readonly OrderDocument[];
  /** The invoice that the provider issued, if it reported an address; not for the customer if somebody else paid. */
  readonly providerUrl: string | undefined;
}

/** The documents of a customer's own order. */
interface OwnDocuments extends OrderDocuments {
  /** Whether the customer may request an invoice. */
  readonly isInvoiceAvailable: boolean;
}

/** The documents of an order, for its vendor. */
interface VendorDocuments extends OrderDocuments {
  /** Whether the vendor may correct its invoice, or issue one beside the receipt. */
  readonly isInvoiceCorrectable: boolean;
}

/** The documents of an order, for the vendor; none before it is completed. Raises `NotFound`. */
export async function orderDocuments(ctx: Context, orderId: string): Promise<VendorDocuments> {
  const order = await readOrder(ctx.database.reader, ctx.account.id, orderId);
  if (order === undefined) throw unknownOrder(orderId);
  if (order.status !== 'Completed')
    return { documents: [], providerUrl: undefined, isInvoiceCorrectable: false };
  const all = await completeDocuments(ctx, order);
  const sale = { hasReturnedMoney: await hasReturnedMoney(ctx, order) };
  return { ...all, isInvoiceCorrectable: mayCorrectInvoice(all.documents, sale) };
}

/**
 * The documents of a customer's own order. Raises `NotFound`, `OrderOfAnotherCustomer` for every order that is not
 * theirs, and `ReceiptPending` before it is completed.
 */
export async function ownDocuments(
  ctx: Context,
  { orderId, customerId }: { readonly orderId: string; readonly customerId: string },
): Promise<OwnDocuments> {
  const order = await ownOrder(ctx, orderId, customerId);
  const all = await completeDocuments(ctx, order);
  const sale = { hasReturnedMoney: await hasReturnedMoney(ctx, order) };
  const isInvoiceAvailable = mayIssueInvoice(ctx.account, all.documents, sale);
  const isHidden = all.providerUrl !== undefined && (await isPaidByStranger(ctx, order));
  return { ...all, isInvoiceAvailable, ...(isHidden && { providerUrl: undefined }) };
}

/** Whether the mail link of a document may open it: not once its buyer is deleted. */
export async function opensByLink(
  ctx: Context,
  { orderId }: Pick<OrderDocument, 'orderId'>,
): Promise<boolean> {
  const order = await readOrder(ctx.database.reader, ctx.account.id, orderId);
  return order !== undefined && !(await isBuyerDeleted(ctx, order));
}

/**
 * Issues an invoice for a customer's own order in addition to its receipt, with these details of the business. @see
 * issueInvoice
 *
 * Raises what `ownDocuments` raises, `InvoiceIssued`, `SaleRefunded`, `SellerAddressMissing`, `NotFound` when the
 * provider of the payment issues invoices, and `InvalidInput` for another country than the sale was taxed in, and for a tax id that
 * cannot be one of the country, where taxes were collected.
 */
export async function requestInvoice(
  ctx: Context,
  {
    orderId,
    customerId,
    details,
  }: { readonly orderId: string; readonly customerId: string; readonly details: Partial<Buyer> },
): Promise<OrderDocument> {
  const order = await ownOrder(ctx, orderId, customerId);
  const [first] = (await completeDocuments(ctx, order)).documents;
  if (first === undefined) throw await noDocument(ctx, order);
  const buyer = { ...first.facts.buyer, ...details };
  refuseIssues(await invoiceIssues(order, first, buyer));
  return transaction(ctx, async (tx) => {
    const locked = await lockOrder(tx, tx.account.id, orderId);
    if (locked === undefined) throw unknownOrder(orderId);
    return issueInvoice(tx, { orderId, buyer, hasReturnedMoney: await hasReturnedMoney(tx, locked) });
  });
}

/** What the vendor corrects on the invoice of an order: absent details stay, and null ones are left out. */
export type InvoiceCorrection = Partial<Omit<Buyer, 'address'>> & { readonly address?: Buyer['address'] };

/**
 * Issues the invoice of a completed order with other details of the buyer, for the vendor: a new document that replaces
 * the invoice before it, or is beside the receipt. @see correctInvoice
 *
 * Raises `NotFound` for an unknown order, and when the provider of the payment issues its invoices; `ReceiptPending`
 * before it is completed, `SaleRefunded`, `SellerAddressMissing`, and `InvalidInput` for another country than the sale was taxed in, for
 * a tax id that cannot be one of the country, where taxes were collected, and for taking
 * details off that name the business that owes the tax itself.
 */
export async function correctOrderInvoice(
  tx: CommandTx,
  orderId: string,
  details: InvoiceCorrection,
): Promise<OrderDocument> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order === undefined) throw unknownOrder(orderId);
  if (order.status !== 'Completed') throw receiptPending();
  const documents = await documentsOfOrder(tx, orderId);
  const current = latestInvoice(documents) ?? documents[0];
  if (current === undefined) throw await noDocument(tx, order);
  const buyer = { ...current.facts.buyer, ...details };
  refuseIssues(await invoiceIssues(order, current, buyer));
  return correctInvoice(tx, { orderId, buyer, hasReturnedMoney: await hasReturnedMoney(tx, order) });
}

/** Why a completed order has no document of ours. */
async function noDocument(ctx: QueryContext, order: Order): Promise<Problem> {
  const payment = await successfulPayment(ctx, orderSubject(order));
  const isOfProvider = payment !== undefined && issuesInvoices(payment);
  return notFound({
    detail: isOfProvider
      ? 'The payment provider issues the invoice of this order, and corrects it.'
      : NOT_SOLD_HERE,
  });
}

const NOT_SOLD_HERE = 'This order has no receipt: it was not sold here.';

/** Raises `NotFound` for a completed order that was not sold here. */
export async function refusePastSale(ctx: QueryContext, order: Order): Promise<void> {
  if ((await documentsOfOrder(ctx, order.id)).length > 0) return;
  const payment = await successfulPayment(ctx, orderSubject(order));
  if (payment === undefined || !issuesInvoices(payment)) throw notFound({ detail: NOT_SOLD_HERE });
}

/** The taxes stay as they were paid, so the country has to stay, too, and the business that owes the tax itself. */
async function invoiceIssues(
  { content }: Order,
  { facts }: OrderDocument,
  buyer: Buyer,
): Promise<Record<string, string[]>> {
  const isReverseCharge = facts.lines.some(({ tax }) => tax?.reason === 'ReverseCharge');
  const missing = isReverseCharge
    ? REVERSE_CHARGE_DETAILS.filter((field) => buyer[field] === null && facts.buyer[field] !== null)
    : [];
  const issues = Object.fromEntries(missing.map((field) => [field, [OWES_TAX]]));
  const place = content?.tax?.place ?? providersPlace(facts);
  if (place === undefined) return issues;
  const { taxId, address } = buyer;
  const { country, postCode } = place;
  const isMoved = address !== null && !isSameCountry(address.countryCode, country);
  return {
    ...(isMoved && { 'address.countryCode': [`must be ${countryName(country)}: the order was taxed there`] }),
    taxId: await taxIdIssues(taxId, country, postCode),
    ...issues,
  };
}

/** Where the provider of the payment taxed the sale, if it calculated the taxes and reported the country. */
function providersPlace({
  lines,
}: OrderDocument['facts']): Pick<TaxPlace, 'country' | 'postCode'> | undefined {
  const country = lines.map(({ tax }) => tax?.country).find((each) => typeof each === 'string');
  return country ? { country, postCode: null } : undefined;
}

/** What names the business that owes the tax of an invoice without any. */
const REVERSE_CHARGE_DETAILS = ['businessName', 'taxId', 'address'] as const;
const OWES_TAX =
  'has to stay on an invoice without tax: it names the business that owes the tax (reverse charge)';

async function ownOrder(ctx: Context, orderId: string, customerId: string): Promise<Order> {
  const order = await readOrder(ctx.database.reader, ctx.account.id, orderId);
  if (order === undefined) throw notFound();
  if (order.customerId !== customerId) throw orderOfAnotherCustomer();
  if (order.status !== 'Completed') throw receiptPending();
  return order;
}

/** The documents of a completed order: our own, or the invoice of the provider. */
export async function completeDocuments(ctx: Context, order: Order): Promise<OrderDocuments> {
  const documents = await documentsOfOrder(ctx, order.id);
  if (documents.length > 0) return { documents, providerUrl: undefined };
  const payment = await successfulPayment(ctx, orderSubject(order));
  return { documents, providerUrl: providerUrl(payment?.details ?? null) };
}

/** A guest's order has no owner until the address is proven; until then the address identifies the owner. */
export async function isBuyerDeleted(ctx: QueryContext, { customerId, billing }: Order): Promise<boolean> {
  const customer =
    customerId === null
      ? await findCustomerByEmail(ctx, billing.email ?? '')
      : await findCustomer(ctx, customerId);
  return customer === undefined || customer.isDeleted;
}
