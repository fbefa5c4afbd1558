import type { CommandTx } from '../../accounts/index.ts';
import {
  type DocumentContent,
  documentLink,
  issueDocument,
  type OrderDocument,
  unnumberedDocument,
} from '../../documents/index.ts';
import { issuesInvoices, type PaymentDetails, successfulPayment } from '../../payments/index.ts';
import { orderSubject, isPaidByStranger } from '../purchase/purchases.ts';
import type { Order } from '../tables.ts';
import { saleOf } from './sale-of.ts';

/** The document of an order and the address of its file. */
export interface OrderBill {
  readonly content: DocumentContent;
  /**
   * Absent when the provider of the payment issues the invoice, and did not report its address or issued it to somebody
   * who paid for the customer.
   */
  readonly url: string | undefined;
  /** Our own document; absent when the provider issues it. */
  readonly document: OrderDocument | undefined;
}

/**
 * Issues the receipt or the invoice of a completed order, or returns the existing one, unless the provider of its
 * payment issues the invoice. The caller holds the order's lock, and locks nothing afterwards.
 */
export async function issueOrderDocument(tx: CommandTx, order: Order): Promise<OrderBill> {
  const { id, number, content, billing, completedAt } = order;
  if (content === null || completedAt === null) throw new Error(`order ${id} is not completed`);
  const payment = await successfulPayment(tx, orderSubject({ id }));
  const sale = saleOf({
    orderId: id,
    orderNumber: number,
    content,
    billing,
    suppliedAt: completedAt,
    payment,
  });
  if (payment !== undefined && issuesInvoices(payment)) {
    const url = (await isPaidByStranger(tx, order)) ? undefined : providerUrl(payment.details);
    return { content: unnumberedDocument(tx, sale), url, document: undefined };
  }
  const document = await issueDocument(tx, sale);
  return { content: document, url: documentLink(tx, document), document };
}

/** The address of the provider's invoice for a payment; absent for anything but an https address. */
export function providerUrl(details: PaymentDetails | null): string | undefined {
  const text = details?.invoiceUrl ?? details?.receiptUrl;
  return text !== undefined && URL.parse(text)?.protocol === 'https:' ? text : undefined;
}
