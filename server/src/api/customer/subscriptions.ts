import type { FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import {
  cancelSubscription,
  getOwnSubscription,
  listOwnSubscriptions,
  methodPageOf,
  nothingToPay,
  nothingToRenew,
  nothingToTakeBack,
  openPayoff,
  pauseNotAllowed,
  pauseSubscription,
  payoffNotPossible,
  renewalPending,
  renewAndPay,
  resumeSubscription,
  type Subscription,
  subscriptionEnded,
} from '../../modules/subscriptions/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { signedIn, viewOf } from '../guards/caller.ts';
import { listOrdersOfSubscription, whitelistedReturn } from '../../modules/orders/index.ts';
import { OrderBody } from '../wire/order.ts';
import { orderAnswer } from './order-answer.ts';
import { guidOf } from '../wire/ids.ts';
import { OwnSubscription } from '../wire/own-subscription.ts';
import { registerSubscriptionPlans } from './subscription-plans.ts';
import { subscriptionPresenter } from './subscription-presenter.ts';

const TAGS = ['Inventory'];
const IdPath = Type.Object({ id: Type.String() });

/** The subscriptions of a customer (extended API, sections A and C). */
export function registerOwnSubscriptions(app: App, system: System): void {
  registerList(app, system);
  registerGet(app);
  registerOrders(app, system);
  registerPages(app);
  registerSubscriptionPlans(app);
  registerChange(app, {
    verb: 'cancel',
    summary: 'Cancel a subscription: it ends with the paid period',
    description: 'It can be taken back until then. Repeating it changes nothing.',
    change: cancelSubscription,
    refusal: subscriptionEnded,
  });
  registerPause(app);
  registerChange(app, {
    verb: 'resume',
    summary: 'Take the cancellation of a subscription back, or end its pause',
    description:
      'A cancellation until the end of its paid period. If a pause has begun, the next renewal is due now, for a period from now.',
    change: resumeSubscription,
    refusal: nothingToTakeBack,
  });
}

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/subscriptions',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'listOwnSubscriptions',
      summary: 'The subscriptions of the customer, newest first',
      description:
        'Those that have ended, too. `total` is what the next renewal costs, unless another plan begins with it: `nextPlan.total` is that then.',
      tags: TAGS,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(OwnSubscription), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const page = readPage(system, request, query);
      const { customer } = signedIn(request);
      const rows = await listOwnSubscriptions(context, { ...page, customerId: customer.id });
      const show = await subscriptionPresenter(request);
      const answers = await Promise.all(rows.map(async (row) => ({ row, answer: await show(row) })));
      return toPage(system, request, page, answers, {
        cursor: ({ row: { createdAt, id } }) => ({ at: createdAt, id }),
        item: ({ answer }) => answer,
      });
    },
  });
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/subscriptions/:id',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'getOwnSubscription',
      summary: 'One subscription of the customer',
      description:
        '`total` is what the next renewal costs, unless another plan begins with it: `nextPlan.total` is that then. The page of `embeddedUpdatePaymentUrl` posts messages with `source: "moonbase-subscription"` to the page that frames it: `updated-payment-method`, and `close` with `completed`.',
      tags: TAGS,
      params: IdPath,
      querystring: Type.Object({
        toUpdatePaymentMethod: Type.Optional(
          Type.Boolean({ description: 'Answers `embeddedUpdatePaymentUrl`, too.' }),
        ),
        returnUrl: Type.Optional(
          Type.String({ maxLength: 2_000, description: 'Where its page leads, on a site of the account.' }),
        ),
      }),
      response: { 200: OwnSubscription, ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const subscription = await ownOf(request, request.params.id);
      const answer = await (await subscriptionPresenter(request))(subscription);
      // Its page acts for the customer.
      if (query.toUpdatePaymentMethod !== true || viewOf(request) !== undefined) return answer;
      const returnUrl = whitelistedReturn(context, query.returnUrl);
      const page = methodPageOf(context, subscription, { returnUrl });
      return page === undefined ? answer : { ...answer, embeddedUpdatePaymentUrl: page };
    },
  });
}

function registerOrders(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customer/inventory/subscriptions/:id/orders',
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'listOrdersOfOwnSubscription',
      summary: 'The completed orders of a subscription, newest first',
      description: 'The last one is the purchase that began it.',
      tags: TAGS,
      params: IdPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(OrderBody), ...problems() },
    },
    handler: async (request) => {
      const { context, query } = request;
      const {
        id: subscriptionId,
        orderId: firstOrderId,
        customerId,
      } = await ownOf(request, request.params.id);
      const page = readPage(system, request, query);
      const views = await listOrdersOfSubscription(context, { ...page, subscriptionId, firstOrderId });
      const answers = await Promise.all(
        views.map(async (view) => ({ view, answer: await orderAnswer(context, view, { customerId }) })),
      );
      return toPage(system, request, page, answers, {
        cursor: ({ view: { order } }) => ({ at: order.createdAt, id: order.id }),
        item: ({ answer }) => answer,
      });
    },
  });
}

function registerPages(app: App): void {
  registerPage(app, {
    verb: 'renew',
    summary:
      'Where the open renewal of a subscription is paid at once, or one that has ended, or is cancelled and in its grace, is renewed',
    open: renewAndPay,
    refusals: [nothingToPay, nothingToRenew],
  });
  registerPage(app, {
    verb: 'payoff',
    summary: 'Where the rest of a rent to own is paid at once',
    open: openPayoff,
    refusals: [payoffNotPossible],
  });
}

interface PayPage {
  readonly verb: 'renew' | 'payoff';
  readonly summary: string;
  readonly open: typeof renewAndPay;
  readonly refusals: readonly (typeof nothingToPay)[];
}

function registerPage(app: App, { verb, summary, open, refusals }: PayPage): void {
  app.route({
    method: 'POST',
    url: `/api/customer/inventory/subscriptions/:id/${verb}`,
    config: { access: access.customer() },
    schema: {
      operationId: `${verb}OwnSubscription`,
      summary,
      description: 'The page of its order; `return` is where that leads after the payment.',
      tags: TAGS,
      params: IdPath,
      querystring: Type.Object({
        return: Type.Optional(Type.String({ maxLength: 2_000 })),
        embedded: Type.Optional(Type.Boolean({ description: 'The page is shown in a frame.' })),
      }),
      response: {
        200: Type.Object({ location: Type.String() }, { title: 'PageLocation' }),
        ...problems(...refusals),
      },
    },
    handler: async (request) => {
      const { id } = await ownOf(request, request.params.id);
      const location = new URL(await open(request.context, id));
      const { return: returnTo, embedded } = request.query;
      if (returnTo !== undefined) location.searchParams.set('return', returnTo);
      if (embedded === true) location.searchParams.set('embedded', 'true');
      return { location: location.href };
    },
  });
}

interface Change {
  readonly verb: 'cancel' | 'resume';
  readonly summary: string;
  readonly description: string;
  readonly change: typeof cancelSubscription;
  readonly refusal: typeof subscriptionEnded;
}

function registerChange(app: App, { verb, summary, description, change, refusal }: Change): void {
  app.route({
    method: 'POST',
    url: `/api/customer/inventory/subscriptions/:id/${verb}`,
    config: { access: access.customer() },
    schema: {
      operationId: `${verb}OwnSubscription`,
      summary,
      description,
      tags: TAGS,
      params: IdPath,
      response: { 200: OwnSubscription, ...problems(refusal) },
    },
    handler: async (request) => {
      const { id } = await ownOf(request, request.params.id);
      const changed = await change(request.context, id);
      return (await subscriptionPresenter(request))(changed);
    },
  });
}

const MOST_PAUSED = 3;

function registerPause(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/inventory/subscriptions/:id/pause',
    config: { access: access.customer() },
    schema: {
      operationId: 'pauseOwnSubscription',
      summary: 'Pause a subscription for some periods, from the next one',
      description:
        'Nothing is charged for them, its licenses end as if it was cancelled, and it goes on by itself, or with `resume`.',
      tags: TAGS,
      params: IdPath,
      body: Type.Object(
        { periods: Type.Integer({ minimum: 1, maximum: MOST_PAUSED }) },
        { title: 'OwnSubscriptionPause', additionalProperties: false },
      ),
      response: {
        200: OwnSubscription,
        ...problems(pauseNotAllowed, subscriptionEnded, renewalPending),
      },
    },
    handler: async (request) => {
      const { id } = await ownOf(request, request.params.id);
      const { periods } = request.body;
      const paused = await pauseSubscription(request.context, id, periods, { isByCustomer: true });
      return (await subscriptionPresenter(request))(paused);
    },
  });
}

function ownOf(request: FastifyRequest, id: string): Promise<Subscription> {
  return getOwnSubscription(request.context, guidOf(id), signedIn(request).customer.id);
}
