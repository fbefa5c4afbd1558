import type { FastifyRequest } from 'fastify';
import { Type } from '../../kernel/schema.ts';
import {
  changePlan,
  getOwnSubscription,
  planChangePending,
  planPayPage,
  planTerms,
  previewOutdated,
  previewPlan,
  renewalPending,
  type Subscription,
  subscriptionEnded,
} from '../../modules/subscriptions/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { signedIn } from '../guards/caller.ts';
import { guidOf } from '../wire/ids.ts';
import { dueMinorOf, dueOfPreview, PlanChangeBody, planChangeBody } from '../wire/plan-change.ts';
import { OwnSubscription } from '../wire/own-subscription.ts';
import { subscriptionPresenter } from './subscription-presenter.ts';

const TAGS = ['Inventory'];
const IdPath = Type.Object({ id: Type.String() });
const PATH = '/api/customer/inventory/subscriptions/:id/changes';

const plan = {
  variationId: Type.Optional(Type.String({ description: 'A plan of the same item; default: as it is.' })),
  quantity: Type.Optional(Type.Integer({ description: 'Licenses; default: as many as it has.' })),
};

/** Changes of the plan and of the quantity of a customer's subscription (subscriptions, section 5). */
export function registerSubscriptionPlans(app: App): void {
  app.route({
    method: 'GET',
    url: PATH,
    config: { access: access.customer(), isShownInViews: true },
    schema: {
      operationId: 'previewSubscriptionChange',
      summary: 'What a change of the plan or of the quantity of a subscription costs, and when it begins',
      description: 'Its lines are what is charged then, to the cent. Nothing changes.',
      tags: TAGS,
      params: IdPath,
      querystring: Type.Object(plan),
      response: { 200: PlanChangeBody, ...problems(subscriptionEnded, renewalPending) },
    },
    handler: async (request) => {
      const { context, query } = request;
      const { id } = await ownOf(request, request.params.id);
      return planChangeBody(await previewPlan(context, id, query, await planTerms(context, id)));
    },
  });
  registerChange(app);
}

function registerChange(app: App): void {
  app.route({
    method: 'POST',
    url: PATH,
    config: { access: access.customer() },
    schema: {
      operationId: 'changeOwnSubscription',
      summary: 'Change the plan or the quantity of a subscription',
      description:
        'As its preview says. What is due now is charged to the saved payment method; `location` is the page of that payment, where it is paid if there is none, or if that fails. The plan that it has drops a change that has not begun.',
      tags: TAGS,
      params: IdPath,
      body: Type.Object(
        {
          ...plan,
          due: dueOfPreview,
        },
        { title: 'SubscriptionChange', additionalProperties: false },
      ),
      response: {
        200: Type.Object(
          { subscription: OwnSubscription, location: Type.Optional(Type.String()) },
          { title: 'ChangedSubscription' },
        ),
        ...problems(subscriptionEnded, renewalPending, previewOutdated, planChangePending),
      },
    },
    handler: async (request) => {
      const { context } = request;
      const { id, currency } = await ownOf(request, request.params.id);
      const { due, ...wish } = request.body;
      const dueMinor = dueMinorOf(due, currency);
      const terms = await planTerms(context, id);
      const { subscription } = await changePlan(context, id, { ...wish, dueMinor }, terms);
      const location = await planPayPage(context, subscription);
      const show = await subscriptionPresenter(request);
      return { subscription: await show(subscription), ...(location !== undefined && { location }) };
    },
  });
}

function ownOf(request: FastifyRequest, id: string): Promise<Subscription> {
  return getOwnSubscription(request.context, guidOf(id), signedIn(request).customer.id);
}
