import { Type } from '../../kernel/schema.ts';
import { orderTimeline } from '../../modules/orders/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { guidOf } from '../wire/ids.ts';
import { namesFor } from '../guards/names-of-actors.ts';
import { TimelineEntry, timelineEntry } from '../wire/timeline.ts';

/** The history of an order, from the journal. */
export function registerOrderTimeline(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/orders/:orderId/timeline',
    config: { access: access.vendor('orders:read') },
    schema: {
      operationId: 'getOrderTimeline',
      summary: 'The events of an order, oldest first',
      description:
        'Changes of its status, its payments, the licenses it granted: with actor and time. Changes of a cart are not recorded. Later events of a license are at `GET /api/audit?subject=license/…`. Events are kept ' +
        'for the time of the audit log.',
      tags: ['Orders'],
      params: Type.Object({ orderId: Type.String({ description: 'The order.' }) }),
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(TimelineEntry), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      const { limit } = page;
      const events = await orderTimeline(context, guidOf(params.orderId), { afterId: page.after?.id, limit });
      const names = await namesFor(request.caller, context, events);
      return toPage(system, request, page, events, {
        cursor: ({ occurredAt, id }) => ({ at: occurredAt, id }),
        item: (event) => timelineEntry(event, names),
      });
    },
  });
}
