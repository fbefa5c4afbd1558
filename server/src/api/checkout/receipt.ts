import { checkoutDocuments, checkoutLinkExpired, receiptPending } from '../../modules/orders/index.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { latestOr, pdfAnswer, sendDocumentFile } from '../wire/document.ts';
import { CHECKOUT_TAGS } from './checkout-body.ts';
import { linkParams } from './checkout-link.ts';

/** The receipt on the page of a successful checkout, also for a guest. */
export function registerCheckoutReceipt(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/checkout/:orderId/:token/receipt.pdf',
    config: { access: access.public(), isOpenedByPeople: true, limit: 'documentsPerMinute' },
    schema: {
      tags: CHECKOUT_TAGS,
      operationId: 'getCheckoutReceipt',
      summary: 'The receipt of an order, for the buyer who paid it with this checkout URL',
      description: 'The invoice, or else the receipt. Redirects if the payment provider issued the invoice.',
      params: linkParams,
      response: {
        200: pdfAnswer,
        302: emptyAnswer('The payment provider issued the invoice: redirects there.'),
        ...problems(checkoutLinkExpired, receiptPending),
      },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      const all = await checkoutDocuments(context, params);
      return latestOr(all, reply, (document) => sendDocumentFile(context, reply, document));
    },
  });
}
