import { Type } from '../../kernel/schema.ts';
import { type CustomerView, endView, openView } from '../../modules/customer-views/index.ts';
import { invalidCode } from '../../modules/identity/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { emptyAnswer, problems } from '../../platform/http/route/responses.ts';
import { viewOf } from '../guards/caller.ts';
import { Moment } from '../wire/moment.ts';

const TAGS = ['Customers'];

const OpenViewBody = Type.Object(
  { code: Type.String({ maxLength: 100, description: 'What is behind `#code=` in the link.' }) },
  { title: 'CustomerViewCode', additionalProperties: false },
);

const OpenView = Type.Object(
  {
    accessToken: Type.String({
      description: 'A bearer token for the reads of the customer API. It cannot be renewed.',
    }),
    viewerName: Type.String({ description: 'Who looks.' }),
    expiresAt: Moment,
    customer: Type.Object(
      {
        id: Type.String(),
        name: Type.Union([Type.String(), Type.Null()]),
        email: Type.String(),
      },
      { title: 'ViewedCustomer' },
    ),
  },
  { title: 'OpenCustomerView' },
);

/** What the page of a look at a customer's account does (the vendor's dashboard, who). */
export function registerCustomerViews(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customer/view/open',
    config: { access: access.public(), limit: 'signInPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'openCustomerView',
      summary: 'Open a look at a customer’s account with the code of its link, once',
      description: 'The link is that of `POST /api/customers/{id}/view`.',
      tags: TAGS,
      body: OpenViewBody,
      response: { 200: OpenView, ...problems(invalidCode) },
    },
    handler: async ({ context, body }) => {
      const { token, view, customer } = await openView(context, body.code.trim());
      const { id, name, email } = customer;
      const { viewerName, expiresAt } = view;
      return {
        accessToken: token,
        viewerName,
        expiresAt: expiresAt.toISOString(),
        customer: { id, name, email },
      };
    },
  });
  app.route({
    method: 'POST',
    url: '/api/customer/view/end',
    config: { access: access.customer(), endsView: true },
    schema: {
      operationId: 'endCustomerView',
      summary: 'End a look at a customer’s account',
      description: 'For its own token. The session of a customer is none, and stays.',
      tags: TAGS,
      response: { 200: emptyAnswer('The view has ended.'), ...problems() },
    },
    handler: async (request, reply) => {
      const view: CustomerView | undefined = viewOf(request);
      if (view !== undefined) await endView(request.context, view);
      return reply.send(undefined);
    },
  });
}
