import { Type } from '../../kernel/schema.ts';
import { findDocument, listDocuments } from '../../modules/documents/index.ts';
import { orderDocuments } from '../../modules/orders/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import {
  documentList,
  documentListFields,
  DocumentRow,
  documentRow,
  pdfAnswer,
  sendDocumentFile,
} from '../wire/document.ts';
import { guidOf } from '../wire/ids.ts';
import { momentOf } from '../wire/moment.ts';

const TAGS = ['Documents'];
const DocumentPath = Type.Object({ documentId: Type.String({ description: 'The document.' }) });
const DocumentList = Type.Object(
  {
    ...documentListFields,
    invoiceCorrectable: Type.Boolean({
      description:
        'Whether its invoice can be corrected, or an invoice added to its receipt: the order is completed, no money of it was refunded, and the payment provider does not issue its invoice.',
    }),
  },
  { title: 'DocumentList' },
);

/** Receipts, invoices and credit notes, for support and bookkeeping (extended API, B). */
export function registerCoreDocuments(app: App, system: System): void {
  registerList(app, system);
  registerOfOrder(app);
  registerGet(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/documents',
    config: { access: access.vendor('orders:read'), exportedAs: 'documents' },
    schema: {
      operationId: 'listDocuments',
      summary: 'Receipts, invoices and credit notes, newest first',
      description:
        'Amounts of credit notes are negative. A `Reversal` cancels a credit note whose refund failed later, such as that of a dispute that was won on appeal: its amounts are positive. An invoice that names a receipt or an invoice as its `originalNumber` is for the same sale: count one of them.',
      tags: TAGS,
      querystring: Type.Object({
        ...pageQuery,
        kind: Type.Optional(
          Type.Enum(['Receipt', 'Invoice', 'CreditNote', 'Reversal'], { description: 'Only of this kind.' }),
        ),
        since: Type.Optional(
          Type.String({ format: 'date-time', description: 'Issued at this time or after it.' }),
        ),
        before: Type.Optional(Type.String({ format: 'date-time', description: 'Issued before this time.' })),
      }),
      response: { 200: pageOf(DocumentRow), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      const rows = await listDocuments(context, {
        ...page,
        kind: query.kind,
        issuedSince: momentOf(query.since),
        issuedBefore: momentOf(query.before),
      });
      return toPage(system, request, page, rows, {
        cursor: ({ issuedAt, id }) => ({ at: issuedAt, id }),
        item: documentRow,
      });
    },
  });
}

function registerOfOrder(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/orders/:orderId/documents',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'listDocumentsOfOrder',
      summary: 'The receipt, the invoice and the credit notes of an order',
      description: 'An order that is not completed has none.',
      tags: TAGS,
      params: Type.Object({ orderId: Type.String({ description: 'The order.' }) }),
      response: { 200: DocumentList, ...problems() },
    },
    handler: async ({ context, params }) => {
      const all = await orderDocuments(context, guidOf(params.orderId));
      return { ...documentList(all), invoiceCorrectable: all.isInvoiceCorrectable };
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/documents/:documentId',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'getDocument',
      summary: 'One receipt, invoice or credit note',
      tags: TAGS,
      params: DocumentPath,
      response: { 200: DocumentRow, ...problems() },
    },
    handler: async ({ context, params }) =>
      documentRow(await findDocument(context, guidOf(params.documentId))),
  });
  app.route({
    method: 'GET',
    url: '/api/documents/:documentId/pdf',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'getDocumentFile',
      summary: 'One receipt, invoice or credit note as a PDF file',
      tags: TAGS,
      params: DocumentPath,
      response: { 200: pdfAnswer, ...problems() },
    },
    handler: async ({ context, params }, reply) =>
      sendDocumentFile(context, reply, await findDocument(context, guidOf(params.documentId))),
  });
}
