import { Type } from '../../kernel/schema.ts';
import { loadCatalog } from '../../modules/catalog/index.ts';
import { buyerDeleted, receiptPending, sendReceipt } from '../../modules/orders/index.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { command } from '../guards/idempotency.ts';
import { guidOf } from '../wire/ids.ts';

/** The receipt of an order once more, for buyers who lost its mail. */
export function registerSendReceipt(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/orders/:orderId/send-receipt',
    config: { access: access.vendor('orders:write') },
    schema: {
      operationId: 'sendReceipt',
      summary: 'Mail the receipt of an order again',
      description:
        'To the address that it went to, with the same document. A buyer who has not proven the address, or has no password yet, gets a new link for that.',
      tags: ['Orders'],
      params: Type.Object({ orderId: Type.String({ description: 'The order.' }) }),
      response: {
        200: Type.Object(
          { recipient: Type.String({ description: 'The address that it is sent to.' }) },
          { title: 'ReceiptMail' },
        ),
        ...problems(receiptPending, buyerDeleted),
      },
    },
    handler: async (request) => {
      const catalog = await loadCatalog(request.context);
      const orderId = guidOf(request.params.orderId);
      return command(
        request,
        (tx) => sendReceipt(tx, catalog, orderId),
        (recipient) => ({ recipient }),
      );
    },
  });
}
