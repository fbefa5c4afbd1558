import type { FastifyRequest } from 'fastify';
import { refuseIssues } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import { addNote, type CustomerNote, listNotes, removeNote } from '../../modules/customers/index.ts';
import { ACTOR_KINDS } from '../../platform/context/actor.ts';
import { transaction } from '../../platform/context/context.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { command } from '../guards/idempotency.ts';
import { guidOf } from '../wire/ids.ts';
import { Moment } from '../wire/moment.ts';
import { customerOf, CustomerPath } from './customer-answer.ts';

const TAGS = ['Customers'];
const MAX_CHARACTERS = 4_000;

const NoteAnswer = Type.Object(
  {
    id: Type.String(),
    text: Type.String(),
    author: Type.Object(
      {
        kind: Type.Enum([...ACTOR_KINDS]),
        id: Type.Optional(Type.String()),
        name: Type.Optional(Type.String({ description: 'The name that the author had.' })),
      },
      { title: 'NoteAuthor' },
    ),
    createdAt: Moment,
  },
  { title: 'CustomerNote' },
);

const NewNote = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: MAX_CHARACTERS,
      description: 'Plain text. The customer gets it with everything that is stored about them.',
    }),
  },
  { title: 'NewCustomerNote', additionalProperties: false },
);

const NotePath = Type.Object({
  ...CustomerPath.properties,
  noteId: Type.String({ description: 'The note.' }),
});

/** What the vendor's people write down about a customer (the vendor's dashboard, customers). */
export function registerCustomerNotes(app: App, system: System): void {
  registerList(app, system);
  registerAdd(app);
  registerRemove(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customers/:idOrEmail/notes',
    config: { access: access.vendor('customers:read') },
    schema: {
      operationId: 'listCustomerNotes',
      summary: 'Your notes about a customer, newest first',
      description: 'A merge keeps those of both customers, and a deletion removes them.',
      tags: TAGS,
      params: CustomerPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(NoteAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      const { id } = await customerOf(context, params);
      return toPage(system, request, page, await listNotes(context, id, page), {
        cursor: (note) => ({ at: note.createdAt, id: note.id }),
        item: noteAnswer,
      });
    },
  });
}

function registerAdd(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customers/:idOrEmail/notes',
    config: { access: access.vendor('customers:write') },
    schema: {
      operationId: 'addCustomerNote',
      summary: 'Write a note about a customer',
      description: 'For your own people: no page shows it to the customer.',
      tags: TAGS,
      params: CustomerPath,
      body: NewNote,
      response: { 201: NoteAnswer, ...problems() },
    },
    handler: async (request, reply) => {
      const text = request.body.text.trim();
      refuseIssues({ text: text === '' ? ['must not be blank'] : [] });
      const { id: customerId } = await customerOf(request.context, request.params);
      const authorName = authorOf(request);
      const note = await command(request, (tx) => addNote(tx, { customerId, text, authorName }), noteAnswer, {
        status: 201,
      });
      return reply.code(201).send(note);
    },
  });
}

function registerRemove(app: App): void {
  app.route({
    method: 'DELETE',
    url: '/api/customers/:idOrEmail/notes/:noteId',
    config: { access: access.vendor('customers:write') },
    schema: {
      operationId: 'removeCustomerNote',
      summary: 'Remove a note about a customer',
      tags: TAGS,
      params: NotePath,
      response: { 204: emptyAnswer('The note is gone.'), ...problems() },
    },
    handler: async (request, reply) => {
      const { context, params } = request;
      const { id: customerId } = await customerOf(context, params);
      const noteId = guidOf(params.noteId);
      await transaction(context, (tx) => removeNote(tx, { customerId, noteId }));
      return reply.code(204).send(undefined);
    },
  });
}

function authorOf({ caller }: Pick<FastifyRequest, 'caller'>): string | null {
  if (caller.kind === 'Operator') return caller.operator.name;
  return caller.kind === 'ApiKey' ? caller.apiKey.name : null;
}

function noteAnswer({
  id,
  content,
  authorKind,
  authorId,
  authorName,
  createdAt,
}: CustomerNote): Static<typeof NoteAnswer> {
  return {
    id,
    text: content,
    author: {
      kind: authorKind,
      ...(authorId !== null && { id: authorId }),
      ...(authorName !== null && { name: authorName }),
    },
    createdAt: createdAt.toISOString(),
  };
}
