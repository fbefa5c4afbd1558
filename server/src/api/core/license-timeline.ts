import { Type } from '../../kernel/schema.ts';
import { licenseTimeline } from '../../modules/licensing/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { namesFor } from '../guards/names-of-actors.ts';
import { guidOf } from '../wire/ids.ts';
import { TimelineEntry, timelineEntry } from '../wire/timeline.ts';

/** The history of a license, from the journal. */
export function registerLicenseTimeline(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/licenses/:id/timeline',
    config: { access: access.vendor('licenses:read') },
    schema: {
      operationId: 'getLicenseTimeline',
      summary: 'The events of a license, newest first',
      description:
        'That it was issued, changed, transferred, revoked or restored, and its devices activated and released, with actor and time. Events are kept for the time of the audit log.',
      tags: ['Licenses'],
      params: Type.Object({ id: Type.String({ description: 'The license.' }) }),
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(TimelineEntry), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      const { limit, after } = page;
      const events = await licenseTimeline(context, guidOf(params.id), { afterId: after?.id, limit });
      const names = await namesFor(request.caller, context, events);
      return toPage(system, request, page, events, {
        cursor: ({ occurredAt, id }) => ({ at: occurredAt, id }),
        item: (event) => timelineEntry(event, names),
      });
    },
  });
}
