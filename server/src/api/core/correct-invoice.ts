import { refuseIssues } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import { CustomerAddressInput } from '../../modules/customers/index.ts';
import { saleRefunded, sellerAddressMissing } from '../../modules/documents/index.ts';
import { profileIssues } from '../../modules/identity/index.ts';
import { correctOrderInvoice, type InvoiceCorrection, receiptPending } from '../../modules/orders/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { command } from '../guards/idempotency.ts';
import { billingDetailsInput, statedDetailsOf } from '../wire/billing.ts';
import { DocumentRow, documentRow } from '../wire/document.ts';
import { guidOf } from '../wire/ids.ts';

const { businessName, taxId } = billingDetailsInput;
const CorrectionInput = Type.Object(
  {
    name: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
    businessName,
    taxId,
    address: Type.Optional(Type.Union([CustomerAddressInput, Type.Null()])),
  },
  { title: 'InvoiceCorrection', additionalProperties: false },
);

/** An invoice with the right details of the buyer, as a new document: one that was issued never changes. */
export function registerCorrectInvoice(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/orders/:orderId/invoice',
    config: { access: access.vendor('orders:write') },
    schema: {
      operationId: 'correctInvoice',
      summary: 'Issue the invoice of an order with other details of the buyer',
      description:
        'A new document, with a number of its own, that names and replaces the invoice before it; an order with a receipt gets an invoice beside it. Absent details stay as they are, and null leaves one out. Taxes stay as they were paid: where they were collected, the country has to be that of the sale, and the tax ID one of that country. An invoice that has these details already is returned. Once money of the order was returned, or is about to be, none is issued: its credit notes name the document before; `invoiceCorrectable` of its documents says so. It is mailed with `send-receipt`.',
      tags: ['Orders'],
      params: Type.Object({ orderId: Type.String({ description: 'The order.' }) }),
      body: CorrectionInput,
      response: { 200: DocumentRow, ...problems(receiptPending, saleRefunded, sellerAddressMissing) },
    },
    handler: async (request) => {
      const { params, body } = request;
      refuseIssues(profileIssues(body));
      const orderId = guidOf(params.orderId);
      return command(request, (tx) => correctOrderInvoice(tx, orderId, detailsOf(body)), documentRow);
    },
  });
}

function detailsOf({ name, ...details }: Static<typeof CorrectionInput>): InvoiceCorrection {
  return {
    ...(name !== undefined && { name: name?.trim() || null }),
    ...statedDetailsOf(details),
  };
}
