import { refuseIssues, notFound } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  type Buyer,
  invoiceIssued,
  saleRefunded,
  sellerAddressMissing,
} from '../../modules/documents/index.ts';
import { profileIssues } from '../../modules/identity/index.ts';
import {
  listOwnOrders,
  orderOfAnotherCustomer,
  ownDocuments,
  receiptPending,
  requestInvoice,
} from '../../modules/orders/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { keepingContext, signedIn } from '../guards/caller.ts';
import { billingDetailsInput, billingDetailsOf } from '../wire/billing.ts';
import {
  documentList,
  documentListFields,
  documentSummary,
  DocumentSummary,
  latestOr,
  pageAnswer,
  pdfAnswer,
  sendDocumentFile,
  sendDocumentPage,
} from '../wire/document.ts';
import { guidOf } from '../wire/ids.ts';
import { OrderBody } from '../wire/order.ts';
import { orderAnswer } from './order-answer.ts';

const TAGS = ['Orders'];
const OrderPath = Type.Object({ orderId: Type.String() });
const DocumentPath = Type.Object({ orderId: Type.String(), documentId: Type.String() });
const elsewhere = emptyAnswer('The payment provider issued the invoice: redirects there.');

const OwnDocumentList = Type.Object(
  {
    ...documentListFields,
    invoiceAvailable: Type.Boolean({
      description:
        'Whether an invoice can be requested: the order has none yet, no money of it was refunded, and the seller has entered an address.',
    }),
  },
  { title: 'OwnDocumentList' },
);

/** The orders that a customer has paid, and their receipts (extended API, A). */
export function registerOrderDocuments(app: App, system: System): void {
  registerOwnOrders(app, system);
  registerReceipt(app);
  registerOwnDocuments(app);
  registerInvoice(app);
}

function registerOwnOrders(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/orders',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'listOwnOrders',
      summary: 'The completed orders of the customer, newest first',
      description: 'With the prices that were paid.',
      tags: TAGS,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(OrderBody), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const customerId = signedIn(request).customer.id;
      const page = readPage(system, request, query);
      const views = await listOwnOrders(context, { ...page, customerId });
      const rows = await Promise.all(
        views.map(async (view) => ({ view, answer: await orderAnswer(context, view, { customerId }) })),
      );
      return toPage(system, request, page, rows, {
        cursor: ({ view: { order } }) => ({ at: order.createdAt, id: order.id }),
        item: ({ answer }) => answer,
      });
    },
  });
}

function registerReceipt(app: App): void {
  const common = {
    tags: TAGS,
    params: OrderPath,
    description:
      'The invoice of the order, or else its receipt. Redirects where the payment provider issues the invoice.',
  };
  const refusals = problems(orderOfAnotherCustomer, receiptPending);
  app.route({
    method: 'GET',
    url: '/api/customer/orders/:orderId/receipt',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      ...common,
      operationId: 'getReceipt',
      summary: 'The receipt of an order as a page',
      response: { 200: pageAnswer, 302: elsewhere, ...refusals },
    },
    handler: async (request, reply) => {
      const orderId = guidOf(request.params.orderId);
      const all = await ownDocuments(request.context, { orderId, customerId: signedIn(request).customer.id });
      return latestOr(all, reply, (document) => sendDocumentPage(reply, document));
    },
  });
  app.route({
    method: 'GET',
    url: '/api/customer/orders/:orderId/receipt.pdf',
    config: { access: access.customer(), limit: 'documentsPerMinute', isShownInViews: true },
    schema: {
      ...common,
      operationId: 'getReceiptFile',
      summary: 'The receipt of an order as a PDF file',
      response: { 200: pdfAnswer, 302: elsewhere, ...refusals },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      const customerId = signedIn(request).customer.id;
      const all = await ownDocuments(context, { orderId: guidOf(params.orderId), customerId });
      return latestOr(all, reply, (document) => sendDocumentFile(keepingContext(request), reply, document));
    },
  });
}

function registerOwnDocuments(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/orders/:orderId/documents',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'listOwnDocuments',
      summary: 'The receipt, the invoice and the credit notes of an order',
      description: 'For the customer of a completed order, oldest first.',
      tags: TAGS,
      params: OrderPath,
      response: { 200: OwnDocumentList, ...problems(orderOfAnotherCustomer, receiptPending) },
    },
    handler: async (request) => {
      const { context, params } = request;
      const customerId = signedIn(request).customer.id;
      const all = await ownDocuments(context, { orderId: guidOf(params.orderId), customerId });
      return { ...documentList(all), invoiceAvailable: all.isInvoiceAvailable };
    },
  });
  app.route({
    method: 'GET',
    url: '/api/customer/orders/:orderId/documents/:documentId/pdf',
    config: { access: access.customer(), limit: 'documentsPerMinute', isShownInViews: true },
    schema: {
      operationId: 'getOwnDocumentFile',
      summary: 'One of these documents as a PDF file',
      description: 'For the customer of the order.',
      tags: TAGS,
      params: DocumentPath,
      response: { 200: pdfAnswer, ...problems(orderOfAnotherCustomer, receiptPending) },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      const customerId = signedIn(request).customer.id;
      const { documents } = await ownDocuments(context, { orderId: guidOf(params.orderId), customerId });
      const document = documents.find(({ id }) => id === params.documentId.toLowerCase());
      if (document === undefined) throw notFound({ detail: 'The order has no such document.' });
      return sendDocumentFile(keepingContext(request), reply, document);
    },
  });
}

const InvoiceInput = Type.Object(
  {
    name: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
    ...billingDetailsInput,
  },
  { title: 'InvoiceRequest' },
);

function registerInvoice(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/orders/:orderId/invoice',
    config: { access: access.customer() },
    schema: {
      operationId: 'requestInvoice',
      summary: 'Request an invoice for a paid order',
      description:
        'Issues an invoice with these details in addition to the receipt, which it names and does not replace. Details that are absent are those of the receipt. Taxes stay as they were paid. An order has one invoice at most: the same request returns it again. Once money of the order was returned, or is about to be, no invoice is issued. Where taxes were collected, the country has to be that of the sale, and the tax ID one of that country.',
      tags: TAGS,
      params: OrderPath,
      body: InvoiceInput,
      response: {
        200: DocumentSummary,
        ...problems(
          orderOfAnotherCustomer,
          receiptPending,
          invoiceIssued,
          saleRefunded,
          sellerAddressMissing,
        ),
      },
    },
    handler: async (request) => {
      const { context, params, body } = request;
      const { customer } = signedIn(request);
      refuseIssues(profileIssues(body));
      const details = detailsOf(body);
      const orderId = guidOf(params.orderId);
      return documentSummary(await requestInvoice(context, { orderId, customerId: customer.id, details }));
    },
  });
}

/** The stated details; null and blank ones are taken from the receipt. */
function detailsOf({ name, ...details }: Static<typeof InvoiceInput>): Partial<Buyer> {
  const { businessName, taxId, address } = billingDetailsOf(details);
  const trimmed = name?.trim();
  return {
    ...(trimmed && { name: trimmed }),
    ...(businessName !== null && { businessName }),
    ...(taxId !== null && { taxId }),
    ...(address !== null && { address }),
  };
}
