import { type Static, Type } from '../../kernel/schema.ts';
import type { AccountContext } from '../../modules/accounts/index.ts';
import {
  type Attempt,
  type Delivery,
  type DeliveryRequest,
  type Endpoint,
  FORMS,
  PAYLOADS,
  publicSigner,
} from '../../modules/webhooks/index.ts';
import { Moment } from './moment.ts';

export const endpointFields = {
  id: Type.String(),
  url: Type.String(),
  types: Type.Array(Type.String(), { description: 'Types, groups such as `order.*`, or `*`.' }),
  productIds: Type.Array(Type.String(), {
    description: 'Only events about these products; empty: all events.',
  }),
  description: Type.String(),
  payload: Type.Enum([...PAYLOADS], {
    description: '`thin`: only the id of the subject, and the link to it.',
  }),
  form: Type.Enum([...FORMS], { description: 'How a message looks.' }),
  hasPublicSignature: Type.Boolean({
    description: 'Messages also have a signature (`v1a`) that `publicKey` verifies.',
  }),
  publicKey: Type.Optional(
    Type.String({ description: 'The Ed25519 key of the account: `whpk_` and base64.' }),
  ),
  status: Type.Enum(['Enabled', 'Disabled']),
  disabledReason: Type.Optional(
    Type.Enum(['Manual', 'Gone', 'Failing'], {
      description:
        '`Manual`: you disabled it. `Gone`: it answered 410. `Failing`: nothing has arrived for five days.',
    }),
  ),
  failingSince: Type.Optional(
    Type.String({ format: 'date-time', description: 'The first failure since the last success.' }),
  ),
  previousSecretUntil: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Until when messages are signed with the previous secret, too.',
    }),
  ),
  replay: Type.Optional(
    Type.Object(
      {
        from: Moment,
        to: Moment,
        types: Type.Optional(Type.Array(Type.String())),
        sent: Type.Integer({ description: 'Events that were sent so far.' }),
        position: Type.Integer({ description: 'The `sequence` of the last event that was checked.' }),
        end: Type.Integer({ description: 'The `sequence` of the last event of all.' }),
        startedAt: Moment,
      },
      { title: 'WebhookReplay', description: 'While events are sent again.' },
    ),
  ),
  createdAt: Moment,
  updatedAt: Moment,
};

export const EndpointAnswer = Type.Object(endpointFields, { title: 'Webhook' });

/** The wire form of an endpoint, without its secret. */
export function endpointAnswer(
  { vault, account, clock }: AccountContext,
  endpoint: Endpoint,
): Static<typeof EndpointAnswer> {
  const { disabledReason, failingSince, previousUntil, replay, hasPublicSignature } = endpoint;
  const isOverlapping = previousUntil !== null && previousUntil > clock.now();
  return {
    id: endpoint.id,
    url: endpoint.url,
    types: [...endpoint.types],
    productIds: [...endpoint.productIds],
    description: endpoint.description,
    payload: endpoint.payload,
    form: endpoint.form,
    hasPublicSignature,
    ...(hasPublicSignature && { publicKey: publicSigner(vault, account).publicKey }),
    status: endpoint.status,
    ...(disabledReason !== null && { disabledReason }),
    ...(failingSince !== null && { failingSince: failingSince.toISOString() }),
    ...(isOverlapping && { previousSecretUntil: previousUntil.toISOString() }),
    ...(replay !== null && { replay: replayAnswer(replay) }),
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}

function replayAnswer({ types, ...replay }: NonNullable<Endpoint['replay']>) {
  return { ...replay, ...(types !== null && { types: [...types] }) };
}

export const DeliveryAnswer = Type.Object(
  {
    id: Type.String(),
    eventId: Type.String({ description: 'Also the header `webhook-id` of the message.' }),
    type: Type.String(),
    isTest: Type.Boolean(),
    status: Type.Enum(['Pending', 'Delivered', 'Failed']),
    request: Type.Optional(
      Type.Object(
        {
          url: Type.String(),
          headers: Type.Record(Type.String(), Type.String(), {
            title: 'WebhookHeaders',
            description: 'Without the signatures.',
          }),
          body: Type.Optional(
            Type.String({
              description:
                'Absent for API keys that may not read the subject. Without the data of customers who were deleted since.',
            }),
          ),
        },
        {
          title: 'WebhookRequest',
          description: 'What was sent last; absent before, and once its event is no longer kept.',
        },
      ),
    ),
    attempts: Type.Array(
      Type.Object(
        {
          at: Moment,
          durationMs: Type.Integer(),
          statusCode: Type.Optional(Type.Integer()),
          error: Type.Optional(Type.String({ description: 'Why there was no answer.' })),
          responseBody: Type.Optional(Type.String({ description: 'The first 2 KB.' })),
        },
        { title: 'WebhookAttempt' },
      ),
      { description: 'The oldest first, 20 at most.' },
    ),
    nextAttemptAt: Type.Optional(Moment),
    createdAt: Moment,
  },
  { title: 'WebhookDelivery' },
);

/** The wire form of a delivery, with its last request; `readsBody`: whether the caller may read what it shows. */
export function deliveryAnswer(
  delivery: Delivery,
  request?: DeliveryRequest,
  readsBody = false,
): Static<typeof DeliveryAnswer> {
  const { id, eventId, type, isTest, status, attempts, nextAttemptAt, createdAt } = delivery;
  return {
    id,
    eventId,
    type,
    isTest,
    status,
    ...(request && {
      request: {
        url: request.url,
        headers: { ...request.headers },
        ...(readsBody && { body: request.body }),
      },
    }),
    attempts: attempts.map(({ url: _url, payload: _payload, ...attempt }: Attempt) => attempt),
    ...(nextAttemptAt !== null && { nextAttemptAt: nextAttemptAt.toISOString() }),
    createdAt: createdAt.toISOString(),
  };
}
