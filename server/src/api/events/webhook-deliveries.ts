import { type Static, Type } from '../../kernel/schema.ts';
import {
  type Delivery,
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  listDeliveries,
  replayEvents,
  replayRunning,
  requestsOf,
  retryDelivery,
  testEndpoint,
  webhookDisabled,
} from '../../modules/webhooks/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { command, revisedCommand } from '../guards/idempotency.ts';
import { strict } from '../wire/catalog.ts';
import { guidOf } from '../wire/ids.ts';
import { momentOf } from '../wire/moment.ts';
import { DeliveryAnswer, deliveryAnswer, EndpointAnswer, endpointAnswer } from '../wire/webhook.ts';
import { EVENT_EXAMPLES } from './event-examples.ts';
import { mayReadData, TypePattern } from './events.ts';
import { TYPES } from './event-types.ts';
import { WebhookPath } from './webhooks.ts';

const TAGS = ['Webhooks'];
const URL = '/api/webhooks/:id';

/** What is sent to webhook endpoints, and what the vendor has sent again. */
export function registerWebhookDeliveries(app: App, system: System): void {
  registerList(app, system);
  registerRetry(app);
  registerTest(app);
  registerReplay(app);
  registerSwitch(app, 'enable');
  registerSwitch(app, 'disable');
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: `${URL}/deliveries`,
    config: {
      access: access.vendor('webhooks:read'),
      exportedAs: 'deliveries/:id',
      exportScope: 'customers:export',
    },
    schema: {
      operationId: 'listWebhookDeliveries',
      summary: 'The deliveries of a webhook endpoint, newest first',
      description:
        'Events become deliveries when they are first sent. Deliveries are kept as long as events.',
      tags: TAGS,
      params: WebhookPath,
      querystring: Type.Object({
        ...pageQuery,
        status: Type.Optional(
          Type.Enum(['Pending', 'Delivered', 'Failed'], { description: 'Only deliveries of this status.' }),
        ),
      }),
      response: { 200: pageOf(DeliveryAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      const endpoint = await findEndpoint(context, guidOf(params.id));
      const rows = await listDeliveries(context, endpoint.id, { ...page, status: query.status });
      const requests = await requestsOf(context, endpoint, rows, EVENT_EXAMPLES);
      return toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: (delivery) =>
          deliveryAnswer(
            delivery,
            requests.get(delivery.id),
            delivery.isTest || mayReadData(request.caller, delivery.type),
          ),
      });
    },
  });
}

/** A delivery that is about to be sent. */
function newDelivery(delivery: Delivery): Static<typeof DeliveryAnswer> {
  return deliveryAnswer(delivery);
}

function registerRetry(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/deliveries/:deliveryId/retry`,
    config: { access: access.vendor('webhooks:write') },
    schema: {
      operationId: 'retryWebhookDelivery',
      summary: 'Send a delivery again, now, and until it arrives',
      tags: TAGS,
      params: Type.Object({
        ...WebhookPath.properties,
        deliveryId: Type.String({ description: 'The delivery.' }),
      }),
      response: { 202: DeliveryAnswer, ...problems(webhookDisabled) },
    },
    handler: async (request, reply) => {
      const { id, deliveryId } = request.params;
      reply.code(202);
      return command(request, (tx) => retryDelivery(tx, guidOf(id), guidOf(deliveryId)), newDelivery, {
        status: 202,
      });
    },
  });
}

function registerTest(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/test`,
    config: { access: access.vendor('webhooks:write') },
    schema: {
      operationId: 'testWebhook',
      summary: 'Send an example of a type to a webhook endpoint',
      description:
        'It is sent once, a moment later: the list of deliveries shows the answer. If a disabled endpoint accepts it, it is enabled.',
      tags: TAGS,
      params: WebhookPath,
      body: Type.Object(
        { type: Type.String({ maxLength: 100, description: 'A type, such as `order.paid`.' }) },
        { ...strict, title: 'WebhookTest' },
      ),
      response: { 202: DeliveryAnswer, ...problems() },
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      reply.code(202);
      return command(
        request,
        (tx) => testEndpoint(tx, guidOf(params.id), { type: body.type, knownTypes: TYPES }),
        newDelivery,
        { status: 202 },
      );
    },
  });
}

function registerReplay(app: App): void {
  app.route({
    method: 'POST',
    url: `${URL}/replay`,
    config: { access: access.vendor('webhooks:write') },
    schema: {
      operationId: 'replayWebhookEvents',
      summary: 'Send the events of a period again',
      description:
        'All that are kept and that the endpoint gets, also those that have arrived, with their ids. While it runs, `replay` of the endpoint shows the progress.',
      tags: TAGS,
      params: WebhookPath,
      body: Type.Object(
        {
          from: Type.String({ format: 'date-time', description: 'Events at or after this time.' }),
          to: Type.Optional(
            Type.String({ format: 'date-time', description: 'Events before this time. Default: now.' }),
          ),
          types: Type.Optional(Type.Array(TypePattern, { minItems: 1, maxItems: 100 })),
        },
        { ...strict, title: 'WebhookReplayRequest' },
      ),
      response: { 202: EndpointAnswer, ...problems(replayRunning, webhookDisabled) },
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      const span = { from: new Date(body.from), to: momentOf(body.to), types: body.types };
      return revisedCommand(
        request,
        reply,
        (tx) => replayEvents(tx, guidOf(params.id), span, TYPES),
        (endpoint, tx) => endpointAnswer(tx, endpoint),
        { status: 202 },
      );
    },
  });
}

function registerSwitch(app: App, action: 'enable' | 'disable'): void {
  const run = action === 'enable' ? enableEndpoint : disableEndpoint;
  app.route({
    method: 'POST',
    url: `${URL}/${action}`,
    config: { access: access.vendor('webhooks:write') },
    schema: {
      operationId: `${action}Webhook`,
      summary:
        action === 'enable'
          ? 'Send events to a webhook endpoint again, from now on'
          : 'Send nothing more to a webhook endpoint',
      description:
        action === 'enable'
          ? 'Replay what it has missed, if you want.'
          : 'What is pending fails. Tests are still sent.',
      tags: TAGS,
      params: WebhookPath,
      response: { 200: EndpointAnswer, ...problems() },
    },
    handler: async (request, reply) =>
      revisedCommand(
        request,
        reply,
        (tx) => run(tx, guidOf(request.params.id)),
        (endpoint, tx) => endpointAnswer(tx, endpoint),
      ),
  });
}
