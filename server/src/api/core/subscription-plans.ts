import { Type } from '../../kernel/schema.ts';
import {
  changePlan,
  getSubscription,
  planChangePending,
  planTerms,
  previewOutdated,
  previewPlan,
  renewalPending,
  subscriptionEnded,
} from '../../modules/subscriptions/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { command } from '../guards/idempotency.ts';
import { guidOf } from '../wire/ids.ts';
import { dueMinorOf, dueOfPreview, PlanChangeBody, planChangeBody } from '../wire/plan-change.ts';
import { SubscriptionAnswer, subscriptionAnswer } from '../wire/subscription.ts';

const PlanChangeInput = Type.Object(
  {
    variationId: Type.Optional(Type.String({ description: 'A plan of the same item; default: as it is.' })),
    quantity: Type.Optional(Type.Integer({ description: 'Licenses; default: as many as it has.' })),
    when: Type.Optional(
      Type.Enum(['Now', 'NextPeriod'], {
        description: 'Default: as described. `Now` is refused for what only the next period can begin with.',
      }),
    ),
    due: dueOfPreview,
    preview: Type.Optional(
      Type.Boolean({ default: false, description: 'Nothing changes; `change` says what would.' }),
    ),
  },
  { title: 'PlanChangeInput', additionalProperties: false },
);

/** The vendor changes the plan or the quantity of a subscription (subscriptions, section 5). */
export function registerPlanChange(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/subscriptions/:id/change',
    config: { access: access.vendor('subscriptions:write') },
    schema: {
      operationId: 'changeSubscription',
      summary: 'Change the plan or the quantity of a subscription',
      description:
        'What is dearer begins now, when its order is paid: it is charged to the saved payment method, and without one, the customer pays it in the account. Everything else begins with the next renewal. The plan that it has drops a change that has not begun.',
      tags: ['Subscriptions'],
      params: Type.Object({ id: Type.String({ description: 'The subscription.' }) }),
      body: PlanChangeInput,
      response: {
        200: Type.Object(
          { ...SubscriptionAnswer.properties, change: PlanChangeBody },
          { title: 'SubscriptionWithChange' },
        ),
        ...problems(subscriptionEnded, renewalPending, previewOutdated, planChangePending),
      },
    },
    handler: async (request) => {
      const { preview = false, due, ...plan } = request.body;
      const id = guidOf(request.params.id);
      const { currency } = await getSubscription(request.context, id);
      const dueMinor = dueMinorOf(due, currency);
      const terms = await planTerms(request.context, id);
      return command(
        request,
        (tx) =>
          preview ? previewPlan(tx, id, plan, terms) : changePlan(tx, id, { ...plan, dueMinor }, terms),
        async (changed, ctx) => ({
          ...(await subscriptionAnswer(changed.subscription, ctx)),
          change: planChangeBody(changed),
        }),
      );
    },
  });
}
