import { Type } from '../../kernel/schema.ts';
import { customerTimeline } from '../../modules/customers/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { requireScope } from '../guards/caller.ts';
import { namesFor } from '../guards/names-of-actors.ts';
import { TimelineEntry, timelineEntry } from '../wire/timeline.ts';
import { customerOf, CustomerPath } from './customer-answer.ts';

/** What reading the things of the events needs: a timeline shows nothing that a key must not read elsewhere. */
const SCOPES_OF_EVENTS = [
  'orders:read',
  'licenses:read',
  'subscriptions:read',
  'trials:read',
  'vouchers:read',
] as const;

/** The history of a customer, from the journal (the vendor's dashboard, customers). */
export function registerCustomerTimeline(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customers/:idOrEmail/timeline',
    config: { access: access.vendor('customers:read', 'orders:read') },
    schema: {
      operationId: 'getCustomerTimeline',
      summary: 'The events of a customer, newest first',
      description:
        'What they did and what was done for them: orders, licenses, devices, changes, mails sent again, with actor and time. Events are kept for the time of the audit log.',
      tags: ['Customers'],
      params: CustomerPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(TimelineEntry), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query, caller } = request;
      for (const scope of SCOPES_OF_EVENTS) requireScope(caller, scope);
      const page = readPage(system, request, query);
      const { id } = await customerOf(context, params);
      const events = await customerTimeline(context, id, { afterId: page.after?.id, limit: page.limit });
      const names = await namesFor(caller, context, events);
      return toPage(system, request, page, events, {
        cursor: (event) => ({ at: event.occurredAt, id: event.id }),
        item: (event) => timelineEntry(event, names),
      });
    },
  });
}
