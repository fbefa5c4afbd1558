import type { FastifyRequest } from 'fastify';
import { refuseIssues } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import {
  type EventBody,
  eventBody,
  type EventRow,
  findEvent,
  listEvents,
} from '../../modules/events/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { hasScope } from '../guards/caller.ts';
import { storedId, storedSubject } from '../wire/ids.ts';
import { Moment } from '../wire/moment.ts';
import { EVENT_TYPES } from './event-types.ts';

const TAGS = ['Events'];

/** The types that a pattern stands for: one type, a group such as `order.*`, or `*`; none if there are no such types. */
export function typesOf(pattern: string): string[] {
  const group = pattern.endsWith('.*') ? pattern.slice(0, -1) : undefined;
  return EVENT_TYPES.map(({ type }) => type).filter(
    (type) => pattern === '*' || type === pattern || (group !== undefined && type.startsWith(group)),
  );
}

export const TypePattern = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'A type, such as `order.paid`, or a group, such as `order.*`.',
});

const EventsQuery = Type.Object({
  ...pageQuery,
  type: Type.Optional(TypePattern),
  subject: Type.Optional(
    Type.String({
      pattern: '^[a-z]+/.',
      maxLength: 300,
      errorMessage: 'must be a type and an id, such as order/0198e9a5-1c52-7d2e-9d0b-6f2a4c8e1b37',
      description: 'Only events about this, as `type/id`.',
    }),
  ),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Only events with a higher `sequence`: the last that you have handled. Sorts the oldest first.',
    }),
  ),
  order: Type.Optional(
    Type.Enum(['newest', 'oldest'], {
      description: 'Which events come first. Default `newest`, with `after` `oldest`.',
    }),
  ),
});

const EventAnswer = Type.Object(
  {
    id: Type.String({ description: 'The same wherever the event is received, and however often.' }),
    type: Type.String({ description: 'Such as `order.paid`.' }),
    occurredAt: Moment,
    accountId: Type.String(),
    sequence: Type.Integer({ description: '1, 2, 3 … among the events of the account.' }),
    subject: Type.Object(
      {
        type: Type.String({ description: 'Such as `order`.' }),
        id: Type.String(),
        sequence: Type.Integer({ description: '1, 2, 3 … among the events of this subject.' }),
      },
      { title: 'EventSubject' },
    ),
    actor: Type.Object(
      {
        type: Type.String({
          description: '`Anonymous`, `Customer`, `ApiKey`, `Operator`, `Job`, `CommandLine` or `Server`.',
        }),
        id: Type.Optional(Type.String()),
        name: Type.Optional(Type.String({ description: 'Of an API key.' })),
      },
      { title: 'EventActor' },
    ),
    data: Type.Record(Type.String(), Type.Unknown(), {
      title: 'EventData',
      description:
        'The subject as the Core API showed it then; only its `id` and the `link` to it once its customer or operator is deleted, and for API keys that may not read it.',
    }),
    apiVersion: Type.String({ description: 'The version of this form.' }),
  },
  { title: 'Event' },
);

/** Events for other systems: what happened, in order. */
export function registerEvents(app: App, system: System): void {
  registerList(app, system);
  registerGet(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/events',
    config: { access: access.vendor('events:read'), exportedAs: 'events' },
    schema: {
      operationId: 'listEvents',
      summary: 'What happened, newest or oldest first',
      description:
        'Events are kept for 30 days, or longer if the server is set up so. Filters can be combined; all of them apply. The data of an event is shown to API keys that may read its subject, such as an order with `orders:read`.',
      tags: TAGS,
      querystring: EventsQuery,
      response: { 200: pageOf(EventAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      const { type, subject, after, order = after === undefined ? 'newest' : 'oldest' } = query;
      const types = type === undefined ? undefined : typesOf(type);
      refuseIssues({
        type: types?.length === 0 ? [`has no events: there is no type ${type}`] : [],
        order: after !== undefined && order === 'newest' ? ['must be oldest with after'] : [],
      });
      const [subjectType = '', ...rest] = subject === undefined ? [] : storedSubject(subject).split('/');
      const rows = await listEvents(context, {
        types,
        subject: subject === undefined ? undefined : { type: subjectType, id: rest.join('/') },
        after: page.after === undefined ? after : Number(page.after.id),
        isNewestFirst: order === 'newest',
        limit: page.limit + 1,
      });
      return toPage(system, request, page, rows, {
        cursor: ({ occurredAt, sequence }) => ({ at: occurredAt, id: String(sequence) }),
        item: (event) => eventAnswer(request.caller, event),
      });
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/events/:eventId',
    config: { access: access.vendor('events:read') },
    schema: {
      operationId: 'getEvent',
      summary: 'One event',
      tags: TAGS,
      params: Type.Object({ eventId: Type.String({ description: 'The event.' }) }),
      response: { 200: EventAnswer, ...problems() },
    },
    handler: async ({ context, params, caller }) =>
      eventAnswer(caller, await findEvent(context, storedId(params.eventId))),
  });
}

/** An event with the data that this caller may read. */
export function eventAnswer(caller: FastifyRequest['caller'], event: EventRow): Static<typeof EventAnswer> {
  return answerOf(eventBody(event, mayReadData(caller, event.type)));
}

function answerOf({ data, ...body }: EventBody): Static<typeof EventAnswer> {
  return { ...body, data: { ...data } };
}

/** Whether a caller may read what events of a type show. */
export function mayReadData(caller: FastifyRequest['caller'], type: string): boolean {
  const scope = EVENT_TYPES.find((entry) => entry.type === type)?.subject.scope;
  return scope !== undefined && hasScope(caller, scope);
}
