import type { FastifyReply } from 'fastify';
import { notFound } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import {
  documentFile,
  documentPage,
  latestInvoice,
  type LineTax,
  type OrderDocument,
  sumOf,
  sumsByRate,
} from '../../modules/documents/index.ts';
import type { OrderDocuments } from '../../modules/orders/index.ts';
import { attachment } from '../../platform/http/content/attachment.ts';
import { textAnswer } from '../../platform/http/route/responses.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { AddressAnswer, addressAnswer } from './address.ts';
import { Amount, amountIn } from './order.ts';
import { Moment } from './moment.ts';
import { TaxReasonBody, taxReasonBody } from './tax.ts';

const DocumentKindBody = Type.Enum(['Receipt', 'Invoice', 'CreditNote', 'Reversal']);

/** A document in a list. */
export const DocumentSummary = Type.Object(
  {
    id: Type.String(),
    kind: DocumentKindBody,
    number: Type.String({ description: 'Unique in the account; each series of numbers has no gap.' }),
    orderId: Type.String(),
    originalNumber: Type.Optional(
      Type.String({
        description:
          'The number of the document that it corrects, reverses or replaces, or of the receipt of the same sale.',
      }),
    ),
    refundId: Type.Optional(
      Type.String({ description: 'The refund that a credit note, or its reversal, is for.' }),
    ),
    issuedAt: Moment,
    suppliedAt: Moment,
    net: Amount,
    tax: Amount,
    total: Amount,
  },
  { title: 'Document' },
);

const TaxBody = Type.Object(
  {
    rate: Type.Optional(
      Type.Number({
        description: '0.19 is 19 %. Absent when the payment provider reported only the amount.',
      }),
    ),
    country: Type.Optional(Type.String()),
    region: Type.Union([Type.String(), Type.Null()]),
    reason: TaxReasonBody,
    net: Amount,
    tax: Amount,
  },
  { title: 'DocumentTax' },
);

/** A document for the vendor: with the buyer, and the sums of its rates. */
export const DocumentRow = Type.Object(
  {
    ...DocumentSummary.properties,
    buyer: Type.Object(
      {
        name: Type.Optional(Type.String()),
        businessName: Type.Optional(Type.String()),
        taxId: Type.Optional(Type.String()),
        email: Type.Optional(Type.String()),
        countryCode: Type.Optional(Type.String()),
        address: Type.Optional(AddressAnswer),
      },
      { title: 'DocumentBuyer' },
    ),
    paymentMethod: Type.Optional(
      Type.String({ description: 'As the payment provider names it, such as `card`.' }),
    ),
    taxes: Type.Array(TaxBody, { description: 'The sums of each rate.' }),
  },
  { title: 'DocumentDetails' },
);

/** The documents of an order. */
export const documentListFields = {
  items: Type.Array(DocumentSummary, { description: 'Oldest first.' }),
  providerUrl: Type.Optional(
    Type.String({
      description:
        'The invoice of the payment provider, where that issues it instead of us. Absent for a customer for whom somebody else paid.',
    }),
  ),
};

/** A PDF as the response of a route. */
export const pdfAnswer = textAnswer(
  'The document.',
  Type.Unsafe<Buffer>({ type: 'string' }),
  'application/pdf',
);
/** A page as the response of a route. */
export const pageAnswer = textAnswer('The document.', Type.Unsafe<unknown>({ type: 'string' }), 'text/html');

/** The wire form of a document. */
export function documentSummary(document: OrderDocument): Static<typeof DocumentSummary> {
  const { id, kind, number, orderId, refundId, issuedAt, facts } = document;
  const { netMinor, taxMinor, grossMinor } = sumOf(facts.lines);
  const amount = amountIn(facts.currency);
  return {
    id,
    kind,
    number,
    orderId,
    ...(facts.original !== null && { originalNumber: facts.original.number }),
    ...(refundId !== null && { refundId }),
    issuedAt: issuedAt.toISOString(),
    suppliedAt: facts.suppliedAt,
    net: amount(netMinor),
    tax: amount(taxMinor),
    total: amount(grossMinor),
  };
}

/** The wire form of a document for the vendor. */
export function documentRow(document: OrderDocument): Static<typeof DocumentRow> {
  const { buyer, payment, lines, currency } = document.facts;
  const amount = amountIn(currency);
  const { name, businessName, taxId, email, address } = buyer;
  return {
    ...documentSummary(document),
    buyer: {
      ...(name !== null && { name }),
      ...(businessName !== null && { businessName }),
      ...(taxId !== null && { taxId }),
      ...(email !== null && { email }),
      ...(address !== null && { countryCode: address.countryCode, address: addressAnswer(address) }),
    },
    ...(typeof payment?.method === 'string' && { paymentMethod: payment.method }),
    taxes: sumsByRate(lines).map(({ tax, netMinor, taxMinor }) => ({
      ...rateBody(tax),
      net: amount(netMinor),
      tax: amount(taxMinor),
    })),
  };
}

function rateBody({ basisPoints, country, region, reason }: LineTax) {
  return {
    ...(basisPoints !== null && { rate: basisPoints / 10_000 }),
    ...(country !== null && { country }),
    region,
    reason: taxReasonBody(reason),
  };
}

/** The wire form of the documents of an order. */
export function documentList({ documents, providerUrl }: OrderDocuments) {
  return { items: documents.map(documentSummary), ...(providerUrl !== undefined && { providerUrl }) };
}

/** Private and immutable: a browser may cache it, but no proxy. */
const CACHE = 'private, max-age=3600';

/** Sends the file of a document. */
export async function sendDocumentFile(
  ctx: Context,
  reply: FastifyReply,
  document: OrderDocument,
): Promise<FastifyReply> {
  const file = await documentFile(ctx, document);
  return reply
    .header('content-disposition', attachment(`${document.number}.pdf`))
    .header('cache-control', CACHE)
    .type('application/pdf')
    .send(file);
}

/** Sends a document as a page without scripts. */
export function sendDocumentPage(reply: FastifyReply, document: OrderDocument): FastifyReply {
  const owner = reply.server.ownerAt(reply.request.host);
  return sendPage(reply.header('cache-control', CACHE), { ...documentPage(document), isWide: true, owner });
}

/**
 * Sends the invoice of an order, or else its receipt; redirects to that of the provider where there is none of ours.
 * Raises `NotFound` when there is neither.
 */
export function latestOr<Answer>(
  { documents, providerUrl }: OrderDocuments,
  reply: FastifyReply,
  send: (document: OrderDocument) => Answer,
): Answer | FastifyReply {
  const document = latestInvoice(documents) ?? documents[0];
  if (document !== undefined) return send(document);
  if (providerUrl !== undefined) return reply.redirect(providerUrl);
  throw notFound({
    detail: 'The payment provider issues the invoice of this order, and sends it to the person who paid.',
  });
}
