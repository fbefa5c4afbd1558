import { invalidInput } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { GUID_PATTERN } from '../../kernel/ids.ts';
import type { CommandContext, CommandTx } from '../../modules/accounts/index.ts';
import {
  nothingPaid,
  paymentDisputed,
  type Refund,
  refundExceedsPayment,
} from '../../modules/payments/index.ts';
import {
  cancelSubscription,
  endSubscription,
  getSubscription,
  listSubscriptions,
  nothingToTakeBack,
  pagePeriods,
  pauseSubscription,
  releaseRenewal,
  retryRenewal,
  nothingToRetry,
  renewalNotHeld,
  renewalNotPossible,
  renewalPending,
  resumeSubscription,
  skipRenewal,
  subscriptionEnded,
  subscriptionTimeline,
} from '../../modules/subscriptions/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, sortQuery, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { requireScope } from '../guards/caller.ts';
import { command } from '../guards/idempotency.ts';
import { ownersField, pageWithOwners } from '../guards/list-owners.ts';
import { limitRefund, REFUND_LIMITS } from '../guards/refund-limit.ts';
import { guidOf } from '../wire/ids.ts';
import { momentOf } from '../wire/moment.ts';
import {
  PeriodAnswer,
  periodAnswer,
  SubscriptionAnswer,
  subscriptionAnswer,
  subscriptionPresenter,
  SubscriptionStatusBody,
} from '../wire/subscription.ts';
import { PaymentStateBody } from '../wire/subscription-payment.ts';
import { registerPlanChange } from './subscription-plans.ts';
import { registerRemedies } from './subscription-remedies.ts';
import { namesFor } from '../guards/names-of-actors.ts';
import { TimelineEntry, timelineEntry } from '../wire/timeline.ts';
import { registerViolations } from './violations.ts';

const TAGS = ['Subscriptions'];
const IdPath = Type.Object({ id: Type.String({ description: 'The subscription.' }) });

const SubscriptionsQuery = Type.Object({
  ...pageQuery,
  ...sortQuery,
  customerId: Type.Optional(
    Type.String({
      pattern: GUID_PATTERN,
      errorMessage: 'must be a GUID',
      description: 'Only of this customer.',
    }),
  ),
  productId: Type.Optional(Type.String({ description: 'Only to this product.' })),
  status: Type.Optional(SubscriptionStatusBody),
  paymentState: Type.Optional(PaymentStateBody),
  broken: Type.Optional(
    Type.Enum(['true'], { description: 'Only those in which the nightly check has found a `violation`.' }),
  ),
  dueBefore: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only those whose next step is due before this time.' }),
  ),
  dueAfter: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only those whose next step is due after this time.' }),
  ),
});

const TimelineQuery = Type.Object({
  ...pageQuery,
  sort: Type.Optional(
    Type.Enum(['occurredAt', '-occurredAt'], {
      description: '`occurredAt`, the default: oldest first; `-occurredAt`: newest first.',
    }),
  ),
});

const PeriodsQuery = Type.Object({
  ...pageQuery,
  sort: Type.Optional(
    Type.Enum(['number', '-number'], {
      description: '`number`, the default: oldest first; `-number`: newest first.',
    }),
  ),
});

const CancelInput = Type.Object(
  {
    immediately: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'It ends now with its licenses. Default: with the paid period.',
      }),
    ),
    refund: Type.Optional(
      Type.Enum(['None', 'Unused'], {
        default: 'None',
        description: 'With `immediately`: `Unused` refunds what was paid for the rest of the period.',
      }),
    ),
  },
  { title: 'SubscriptionCancellation', additionalProperties: false },
);

/** Subscriptions in the Core API (subscriptions, section 5). */
export function registerCoreSubscriptions(app: App, system: System): void {
  registerList(app, system);
  registerGet(app);
  registerPeriods(app, system);
  registerTimeline(app, system);
  registerCancel(app);
  for (const change of CHANGES) registerChange(app, change);
  registerRemedies(app);
  registerPlanChange(app);
  registerPause(app);
  registerViolations(app);
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/subscriptions',
    config: { access: access.vendor('subscriptions:read'), exportedAs: 'subscriptions' },
    schema: {
      operationId: 'listSubscriptions',
      summary: 'Subscriptions, newest first',
      tags: TAGS,
      querystring: SubscriptionsQuery,
      response: { 200: pageWithOwners(SubscriptionAnswer, 'SubscriptionPage'), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      const { customerId, productId, status, paymentState, broken, dueBefore, dueAfter } = query;
      const rows = await listSubscriptions(context, {
        ...page,
        customerId: customerId?.toLowerCase(),
        productId,
        status,
        paymentState,
        isBroken: broken === 'true',
        dueBefore: momentOf(dueBefore),
        dueAfter: momentOf(dueAfter),
      });
      const answer = toPage(system, request, page, rows, {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: await subscriptionPresenter(rows, context),
      });
      const owners = answer.items.map((item) => item.customerId);
      return { ...answer, ...(await ownersField(request, owners)) };
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/subscriptions/:id',
    config: { access: access.vendor('subscriptions:read') },
    schema: {
      operationId: 'getSubscription',
      summary: 'One subscription',
      tags: TAGS,
      params: IdPath,
      response: { 200: SubscriptionAnswer, ...problems() },
    },
    handler: async ({ context, params }) =>
      subscriptionAnswer(await getSubscription(context, guidOf(params.id)), context),
  });
}

function registerPeriods(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/subscriptions/:id/periods',
    config: { access: access.vendor('subscriptions:read') },
    schema: {
      operationId: 'listSubscriptionPeriods',
      summary: 'The periods of a subscription, oldest first or newest first',
      description: 'They follow each other without gap or overlap.',
      tags: TAGS,
      params: IdPath,
      querystring: PeriodsQuery,
      response: { 200: pageOf(PeriodAnswer), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      const subscription = await getSubscription(context, guidOf(params.id));
      const { limit, after } = page;
      const rows = await pagePeriods(context, subscription, {
        limit,
        after: after && Number(after.id),
        isNewestFirst: query.sort === '-number',
      });
      return toPage(system, request, page, rows, {
        cursor: ({ number, startsAt }) => ({ at: startsAt, id: String(number) }),
        item: periodAnswer,
      });
    },
  });
}

function registerTimeline(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/subscriptions/:id/timeline',
    config: { access: access.vendor('subscriptions:read') },
    schema: {
      operationId: 'getSubscriptionTimeline',
      summary: 'The events of a subscription, oldest first or newest first',
      description: 'With actor and time. Events are kept for the time of the audit log.',
      tags: TAGS,
      params: IdPath,
      querystring: TimelineQuery,
      response: { 200: pageOf(TimelineEntry), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      const { limit, after } = page;
      const isOldestFirst = query.sort !== '-occurredAt';
      const events = await subscriptionTimeline(context, guidOf(params.id), {
        afterId: after?.id,
        limit,
        isOldestFirst,
      });
      const names = await namesFor(request.caller, context, events);
      return toPage(system, request, page, events, {
        cursor: ({ occurredAt, id }) => ({ at: occurredAt, id }),
        item: (event) => timelineEntry(event, names),
      });
    },
  });
}

function registerCancel(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/subscriptions/:id/cancel',
    config: { access: access.vendor('subscriptions:write') },
    schema: {
      operationId: 'cancelSubscription',
      summary: 'Cancel a subscription',
      description:
        'It ends with the paid period, and its customer can take it back until then. Operators need `orders:write`, too, for `refund: "Unused"`.',
      tags: TAGS,
      params: IdPath,
      body: CancelInput,
      response: {
        200: SubscriptionAnswer,
        ...problems(subscriptionEnded, nothingPaid, paymentDisputed, refundExceedsPayment, ...REFUND_LIMITS),
      },
    },
    handler: (request) => {
      const { immediately = false, refund } = request.body;
      const id = guidOf(request.params.id);
      if (refund === 'Unused' && !immediately)
        throw invalidInput({ errors: { refund: ['must not be Unused unless it ends immediately'] } });
      if (refund === 'Unused' && request.caller.kind === 'Operator')
        requireScope(request.caller, 'orders:write');
      const approve = (tx: CommandTx, unused: Refund) => limitRefund(request, tx, unused);
      const change = (tx: CommandContext) =>
        immediately ? endSubscription(tx, id, { refund, approve }) : cancelSubscription(tx, id);
      return command(request, change, subscriptionAnswer);
    },
  });
}

/** The commands without input. */
const CHANGES = [
  {
    verb: 'resume',
    summary: 'Take the cancellation of a subscription back, or end its pause',
    change: resumeSubscription,
    refusals: [nothingToTakeBack],
  },
  {
    verb: 'release',
    summary: 'Let a held renewal go on: it is charged now',
    change: releaseRenewal,
    refusals: [renewalNotHeld, renewalNotPossible],
  },
  {
    verb: 'retry',
    summary: 'Charge an open renewal again, now: one whose charge failed, or that waits for its buyer',
    change: retryRenewal,
    refusals: [nothingToRetry, renewalNotPossible],
  },
  {
    verb: 'skip',
    summary: 'Give what a held renewal was for: nothing is due until the end of the period that runs',
    change: skipRenewal,
    refusals: [renewalNotHeld],
  },
] as const;

function registerChange(app: App, { verb, summary, change, refusals }: (typeof CHANGES)[number]): void {
  app.route({
    method: 'POST',
    url: `/api/subscriptions/:id/${verb}`,
    config: { access: access.vendor('subscriptions:write') },
    schema: {
      operationId: verb === 'resume' ? 'resumeSubscription' : `${verb}Renewal`,
      summary,
      tags: TAGS,
      params: IdPath,
      response: { 200: SubscriptionAnswer, ...problems(...refusals) },
    },
    handler: (request) => command(request, (tx) => change(tx, guidOf(request.params.id)), subscriptionAnswer),
  });
}

const MOST_PAUSED = 3;

function registerPause(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/subscriptions/:id/pause',
    config: { access: access.vendor('subscriptions:write') },
    schema: {
      operationId: 'pauseSubscription',
      summary: 'Pause a subscription for some periods, from the next one',
      description:
        'Nothing is charged for them, and its licenses end as if it was cancelled. It goes on by itself at the end of the pause, or with `resume`.',
      tags: TAGS,
      params: IdPath,
      body: Type.Object(
        { periods: Type.Integer({ minimum: 1, maximum: MOST_PAUSED }) },
        { title: 'SubscriptionPause', additionalProperties: false },
      ),
      response: { 200: SubscriptionAnswer, ...problems(subscriptionEnded, renewalPending) },
    },
    handler: (request) =>
      command(
        request,
        (tx) => pauseSubscription(tx, guidOf(request.params.id), request.body.periods),
        subscriptionAnswer,
      ),
  });
}
