import { type components, isProblem } from '@latchkey/sdk';
import { answer, customerApi } from './client.ts';
import type { PageQuery } from './every-page.ts';

export type Order = components['schemas']['Order'];
export type OrderPage = components['schemas']['OrderPage'];

/** A receipt, an invoice or a credit note. */
export type SaleDocument = components['schemas']['Document'];
export type SaleDocuments = components['schemas']['OwnDocumentList'];

/** Details for an invoice; absent ones are taken from the receipt. */
export type InvoiceDetails = components['schemas']['InvoiceRequest'];

/** A page of the customer's completed orders, newest first. */
export function fetchOrders(query: PageQuery, signal: AbortSignal): Promise<OrderPage> {
  return answer(customerApi.GET('/api/customer/orders', { params: { query }, signal }));
}

/** Refused with 404, and with 403 `OrderOfAnotherCustomer`. */
export function fetchOwnOrder(orderId: string, signal: AbortSignal): Promise<Order> {
  return answer(customerApi.GET('/api/customer/orders/{orderId}', { params: { path: { orderId } }, signal }));
}

/** The documents of an order, oldest first; none before the order is completed. */
export async function fetchDocuments(orderId: string, signal: AbortSignal): Promise<SaleDocuments> {
  try {
    return await answer(
      customerApi.GET('/api/customer/orders/{orderId}/documents', { params: { path: { orderId } }, signal }),
    );
  } catch (failure) {
    if (isProblem(failure, 'ReceiptPending')) return { items: [], invoiceAvailable: false };
    throw failure;
  }
}

/** One of these documents as a PDF file. */
export function fetchDocumentFile({ orderId, id }: SaleDocument): Promise<Blob> {
  return answer(
    customerApi.GET('/api/customer/orders/{orderId}/documents/{documentId}/pdf', {
      params: { path: { orderId, documentId: id } },
      parseAs: 'blob',
    }),
  );
}

/** Issues the invoice of an order. Refused with 400 and `errors` per field, and 409 when it has another one. */
export function requestInvoice(orderId: string, body: InvoiceDetails): Promise<SaleDocument> {
  const params = { path: { orderId } };
  const call = customerApi.POST('/api/customer/orders/{orderId}/invoice', { params, body });
  return answer(call);
}
