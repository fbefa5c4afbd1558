import { type Static, Type } from '../../kernel/schema.ts';
import { ACTOR_KINDS } from '../../platform/context/actor.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { listEvents } from '../../platform/journal/store.ts';
import type { EventRow } from '../../platform/journal/tables.ts';
import type { System } from '../../platform/system.ts';
import { actorAnswer, AuditActor, namesOfActors } from '../wire/actor.ts';
import { storedId, storedSubject } from '../wire/ids.ts';
import { Moment, momentOf } from '../wire/moment.ts';

const AuditQuery = Type.Object({
  ...pageQuery,
  actorKind: Type.Optional(
    Type.Enum([...ACTOR_KINDS], { description: 'Only events by this kind of actor.' }),
  ),
  actorId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Only events by the actor with this id.' }),
  ),
  type: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only events of this type.' }),
  ),
  subject: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]+/.',
      maxLength: 300,
      errorMessage: 'must be a kind and an id, such as license/0198e9a5-1c52-7d2e-9d0b-6f2a4c8e1b37',
      description: 'Only events about this, in the form of the `subjects` of an event.',
    }),
  ),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'At or after this time.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this time.' })),
});

const AuditEvent = Type.Object(
  {
    id: Type.String(),
    type: Type.String({ description: 'The type of the event, such as `license.granted`.' }),
    occurredAt: Moment,
    actor: AuditActor,
    addressGroup: Type.Optional(
      Type.String({
        description:
          'The network of the client: the first three bytes of an IPv4 address, the first 64 bits of an IPv6 one.',
      }),
    ),
    requestId: Type.Optional(Type.String({ description: 'The request, as the log names it.' })),
    subjects: Type.Array(Type.String(), { description: 'The subjects of the event, each as `kind/id`.' }),
    data: Type.Record(Type.String(), Type.Unknown(), {
      title: 'AuditData',
      description: 'Data of the event, by its type; `before` and `after` if something changed.',
    }),
  },
  { title: 'AuditEvent' },
);

/** The audit log (extended API, B). */
export function registerAudit(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/audit',
    config: { access: access.vendor('audit:read'), exportedAs: 'audit' },
    schema: {
      operationId: 'listAuditEvents',
      summary: 'The events of the account, newest first',
      description: 'Filters can be combined; all of them apply.',
      tags: ['Audit log'],
      querystring: AuditQuery,
      response: { 200: pageOf(AuditEvent), ...problems() },
    },
    handler: async (request) => {
      const { account, context, query } = request;
      const page = readPage(system, request, query);
      const rows = await listEvents(system.database.reader, account.id, {
        actorKind: query.actorKind,
        actorId: query.actorId && storedId(query.actorId),
        type: query.type,
        subject: query.subject && storedSubject(query.subject),
        from: momentOf(query.from),
        to: momentOf(query.to),
        afterId: page.after?.id,
        limit: page.limit,
      });
      const names = await namesOfActors(context, rows);
      return toPage(system, request, page, rows, {
        cursor: ({ occurredAt, id }) => ({ at: occurredAt, id }),
        item: (event) => auditAnswer(event, names),
      });
    },
  });
}

function auditAnswer(event: EventRow, names: ReadonlyMap<string, string>): Static<typeof AuditEvent> {
  const { id, type, addressGroup, requestId, subjects, data, occurredAt } = event;
  return {
    id,
    type,
    occurredAt: occurredAt.toISOString(),
    actor: actorAnswer(event, names),
    ...(addressGroup !== null && { addressGroup }),
    ...(requestId !== null && { requestId }),
    subjects: [...subjects],
    data: { ...data },
  };
}
