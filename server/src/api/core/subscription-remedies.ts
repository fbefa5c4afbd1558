import { GUID_PATTERN } from '../../kernel/ids.ts';
import { Type } from '../../kernel/schema.ts';
import {
  compSubscription,
  extendSubscription,
  mergeSubscriptions,
  renewalPending,
  subscriptionEnded,
} from '../../modules/subscriptions/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { command } from '../guards/idempotency.ts';
import { guidOf } from '../wire/ids.ts';
import { SubscriptionAnswer, subscriptionAnswer } from '../wire/subscription.ts';

const TAGS = ['Subscriptions'];
const IdPath = Type.Object({ id: Type.String({ description: 'The subscription.' }) });

/** What the vendor does for a customer, each with a reason (subscriptions, sections 4 and 5). */
export function registerRemedies(app: App): void {
  registerExtend(app);
  registerComp(app);
  registerMerge(app);
}

const MOST_DAYS = 3_650;
const MOST_PERIODS = 120;
const reasonInput = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: String.raw`\S`,
  errorMessage: 'must not be blank',
  description: 'Why, for the timeline.',
});

function registerExtend(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/subscriptions/:id/extend',
    config: { access: access.vendor('subscriptions:write') },
    schema: {
      operationId: 'extendSubscription',
      summary: 'Make the last period of a subscription longer',
      description: 'The next renewal is due at its new end, and later ones are counted from there.',
      tags: TAGS,
      params: IdPath,
      body: Type.Object(
        { days: Type.Integer({ minimum: 1, maximum: MOST_DAYS }), reason: reasonInput },
        { title: 'SubscriptionExtension', additionalProperties: false },
      ),
      response: { 200: SubscriptionAnswer, ...problems(subscriptionEnded, renewalPending) },
    },
    handler: (request) =>
      command(
        request,
        (tx) => extendSubscription(tx, guidOf(request.params.id), request.body),
        subscriptionAnswer,
      ),
  });
}

function registerComp(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/subscriptions/:id/comp',
    config: { access: access.vendor('subscriptions:write') },
    schema: {
      operationId: 'compSubscription',
      summary: 'Give the next periods of a subscription away',
      description: 'An open or held renewal is the first of them. The next renewal is due after them.',
      tags: TAGS,
      params: IdPath,
      body: Type.Object(
        { periods: Type.Integer({ minimum: 1, maximum: MOST_PERIODS }), reason: reasonInput },
        { title: 'SubscriptionGift', additionalProperties: false },
      ),
      response: { 200: SubscriptionAnswer, ...problems(subscriptionEnded, renewalPending) },
    },
    handler: (request) =>
      command(
        request,
        (tx) => compSubscription(tx, guidOf(request.params.id), request.body),
        subscriptionAnswer,
      ),
  });
}

function registerMerge(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/subscriptions/:id/merge',
    config: { access: access.vendor('subscriptions:write') },
    schema: {
      operationId: 'mergeSubscriptions',
      summary: 'Merge another subscription of the same customer and plan into this one',
      description:
        'Its paid cycles count for the coupon codes and the perpetual licenses that this one leads to, at once. With fewer licenses, as many cycles count as the money pays for. If it runs, it is cancelled: it works until the end of its paid period. It can be neither resumed nor renewed.',
      tags: TAGS,
      params: IdPath,
      body: Type.Object(
        {
          subscriptionId: Type.String({
            pattern: GUID_PATTERN,
            errorMessage: 'must be a GUID',
            description: 'The subscription whose paid cycles count for this one.',
          }),
          reason: reasonInput,
        },
        { title: 'SubscriptionMerge', additionalProperties: false },
      ),
      response: { 200: SubscriptionAnswer, ...problems(subscriptionEnded, renewalPending) },
    },
    handler: (request) => {
      const { subscriptionId, reason } = request.body;
      const merge = { subscriptionId: subscriptionId.toLowerCase(), reason };
      return command(
        request,
        (tx) => mergeSubscriptions(tx, guidOf(request.params.id), merge),
        subscriptionAnswer,
      );
    },
  });
}
