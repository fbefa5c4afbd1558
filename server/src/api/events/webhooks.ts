import type { FastifyReply, FastifyRequest } from 'fastify';
import { staleRevision } from '../../kernel/revision.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { CommandTx } from '../../modules/accounts/index.ts';
import {
  createEndpoint,
  deleteEndpoint,
  type Endpoint,
  type EndpointWithSecret,
  findEndpoint,
  FORMS,
  listEndpoints,
  PAYLOADS,
  rotateSecret,
  tooManyWebhooks,
  updateEndpoint,
} from '../../modules/webhooks/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { requireScope } from '../guards/caller.ts';
import { command, revisedCommand } from '../guards/idempotency.ts';
import { expectedRevision, RevisionHeaders, tagRevision } from '../guards/revision.ts';
import { strict } from '../wire/catalog.ts';
import { guidOf } from '../wire/ids.ts';
import { EndpointAnswer, endpointAnswer, endpointFields } from '../wire/webhook.ts';
import { EVENT_TYPES, TYPES } from './event-types.ts';
import { TypePattern, typesOf } from './events.ts';

const TAGS = ['Webhooks'];
const URL = '/api/webhooks';
export const WebhookPath = Type.Object({ id: Type.String({ description: 'The endpoint.' }) });

const EndpointSecret = Type.Object(
  { ...endpointFields, secret: Type.String({ description: 'The secret. It is shown only now.' }) },
  { title: 'WebhookWithSecret' },
);

const secret = Type.Optional(
  Type.String({
    maxLength: 200,
    description:
      'That of an existing receiver: `whsec_` and the base64 of 24 to 64 bytes, or any text for the form `legacy`. Default: a new one.',
  }),
);
const input = {
  url: Type.String({
    description: 'Begins with `https://`; leads to a public address, or to one that the operator permits.',
  }),
  types: Type.Array(TypePattern, { minItems: 1, maxItems: 100 }),
  productIds: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description: 'Only events about these products. Default: all events.',
    }),
  ),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  payload: Type.Optional(Type.Enum([...PAYLOADS], { description: 'Default `full`.' })),
  hasPublicSignature: Type.Optional(Type.Boolean({ description: 'Default false.' })),
};
const NewWebhook = Type.Object(
  {
    ...input,
    form: Type.Optional(Type.Enum([...FORMS], { description: 'Default `standard`. It never changes.' })),
    secret,
  },
  { ...strict, title: 'NewWebhook' },
);
const WebhookPatch = Type.Object(
  { ...input, url: Type.Optional(input.url), types: Type.Optional(input.types) },
  { ...strict, title: 'WebhookChanges' },
);
const Rotation = Type.Object({ secret }, { ...strict, title: 'WebhookRotation' });

const READING =
  'An endpoint with the payload `full` receives data that its API key may read: without the scope of one of its types that is 403 `Forbidden`.';

/** Endpoints of webhooks. */
export function registerWebhooks(app: App, system: System): void {
  registerList(app, system);
  registerGet(app);
  registerCreate(app);
  registerUpdate(app);
  registerDelete(app);
  registerRotate(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: URL,
    config: { access: access.vendor('webhooks:read'), exportedAs: 'webhooks' },
    schema: {
      operationId: 'listWebhooks',
      summary: 'Webhook endpoints, newest first',
      tags: TAGS,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(EndpointAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      return toPage(system, request, page, await listEndpoints(context, page), {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (endpoint) => endpointAnswer(context, endpoint),
      });
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: `${URL}/:id`,
    config: { access: access.vendor('webhooks:read') },
    schema: {
      operationId: 'getWebhook',
      summary: 'One webhook endpoint, without its secret',
      tags: TAGS,
      params: WebhookPath,
      response: { 200: EndpointAnswer, ...problems() },
    },
    handler: async ({ context, params }, reply) => {
      const endpoint = await findEndpoint(context, guidOf(params.id));
      tagRevision(reply, endpoint);
      return endpointAnswer(context, endpoint);
    },
  });
}

function registerCreate(app: App): void {
  app.route({
    method: 'POST',
    url: URL,
    config: { access: access.vendor('webhooks:write') },
    schema: {
      operationId: 'createWebhook',
      summary: 'Add a webhook endpoint, which gets the events from now on',
      description: `The response alone shows the secret. ${READING}`,
      tags: TAGS,
      body: NewWebhook,
      response: { 201: EndpointSecret, ...problems(tooManyWebhooks) },
    },
    handler: (request, reply) => {
      const { body } = request;
      requireReading(request, body);
      return answerSecret(request, reply, (tx) => createEndpoint(tx, body, TYPES), 201);
    },
  });
}

function registerUpdate(app: App): void {
  app.route({
    method: 'PATCH',
    url: `${URL}/:id`,
    config: { access: access.vendor('webhooks:write') },
    schema: {
      operationId: 'updateWebhook',
      summary: 'Change a webhook endpoint',
      description: READING,
      tags: TAGS,
      params: WebhookPath,
      headers: RevisionHeaders,
      body: WebhookPatch,
      response: { 200: EndpointAnswer, ...problems(staleRevision) },
    },
    handler: async (request, reply) => {
      const { body, params } = request;
      const options = { knownTypes: TYPES, expectedRevision: expectedRevision(request) };
      const update = async (tx: CommandTx) => {
        const endpoint = await updateEndpoint(tx, guidOf(params.id), body, options);
        requireReading(request, endpoint);
        return endpoint;
      };
      return revisedCommand(request, reply, update, (endpoint, tx) => endpointAnswer(tx, endpoint));
    },
  });
}

function registerDelete(app: App): void {
  app.route({
    method: 'DELETE',
    url: `${URL}/:id`,
    config: { access: access.vendor('webhooks:write') },
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook endpoint with its deliveries',
      description: 'A message that is under way may still arrive.',
      tags: TAGS,
      params: WebhookPath,
      response: { 204: Type.Null(), ...problems() },
    },
    handler: async (request, reply) => {
      await command(
        request,
        (tx) => deleteEndpoint(tx, guidOf(request.params.id)),
        () => null,
      );
      return reply.code(204).send(null);
    },
  });
}

function registerRotate(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/:id/rotate-secret`,
    config: { access: access.vendor('webhooks:write') },
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Give a webhook endpoint another secret',
      description:
        'The response alone shows the secret. For 24 hours, messages are signed with both; those of the form `legacy` only with the new one.',
      tags: TAGS,
      params: WebhookPath,
      body: Rotation,
      response: { 200: EndpointSecret, ...problems() },
    },
    handler: (request, reply) =>
      answerSecret(request, reply, (tx) => rotateSecret(tx, guidOf(request.params.id), request.body), 200),
  });
}

/** Whoever has an endpoint sent to must be able to read what it receives. */
function requireReading(
  { caller }: FastifyRequest,
  {
    types,
    payload = 'full',
    form = 'standard',
  }: Pick<Endpoint, 'types'> & Partial<Pick<Endpoint, 'payload' | 'form'>>,
): void {
  if (payload === 'thin' && form === 'standard') return;
  const received = new Set(types.flatMap(typesOf));
  for (const { type, subject } of EVENT_TYPES) if (received.has(type)) requireScope(caller, subject.scope);
}

async function answerSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  run: (tx: CommandTx) => Promise<EndpointWithSecret>,
  status: 200 | 201,
): Promise<Static<typeof EndpointSecret>> {
  return revisedCommand(
    request,
    reply,
    async (tx) => {
      const { endpoint, secret: plain } = await run(tx);
      return { ...endpoint, secret: plain };
    },
    ({ secret: plain, ...endpoint }, tx) => ({ ...endpointAnswer(tx, endpoint), secret: plain }),
    { status },
  );
}
