import { refuseIssues } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { accountUrl, type Context } from '../../modules/accounts/index.ts';
import { beginView, type Viewer } from '../../modules/customer-views/index.ts';
import type { FastifyRequest } from 'fastify';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { command } from '../guards/idempotency.ts';
import { Moment } from '../wire/moment.ts';
import { customerOf, CustomerPath } from './customer-answer.ts';

const ViewBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'Why you look, such as the number of a ticket. It is kept in the audit log.',
    }),
  },
  { title: 'NewCustomerView', additionalProperties: false },
);

const ViewLink = Type.Object(
  {
    url: Type.String({ format: 'uri', description: 'Opens the account once, within two minutes.' }),
    expiresAt: Moment,
  },
  { title: 'CustomerViewLink' },
);

/** The account of a customer as they see it (the vendor's dashboard, who). */
export function registerCustomerView(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customers/:idOrEmail/view',
    config: { access: access.vendor('customers:view') },
    schema: {
      operationId: 'viewCustomer',
      summary: 'Look at the account of a customer, as they see it',
      description:
        'The link opens the pages of the account in the shop of the account, read-only, for half an hour in all, and never ' +
        'signs in the customer: no request can change anything, download a file, or get something that acts for the customer. ' +
        'It ends at once when the operator signs out or is removed, and when the key that asked for it ends. The audit log has ' +
        'who looked, when and why.',
      tags: ['Customers'],
      params: CustomerPath,
      body: ViewBody,
      response: { 200: ViewLink, ...problems() },
    },
    handler: async (request) => {
      const reason = request.body.reason.trim();
      refuseIssues({ reason: reason === '' ? ['must not be blank'] : [] });
      const customer = await customerOf(request.context, request.params);
      const viewer = viewerOf(request);
      return command(
        request,
        (tx) => beginView(tx, { customerId: customer.id, viewer, reason }),
        ({ code, expiresAt }) => ({
          url: pageOf(request.context, code),
          expiresAt: expiresAt.toISOString(),
        }),
      );
    },
  });
}

function viewerOf({ caller }: Pick<FastifyRequest, 'caller'>): Viewer {
  if (caller.kind === 'Operator')
    return { kind: 'Operator', id: caller.operator.id, sessionId: caller.session.id };
  if (caller.kind === 'ApiKey') return { kind: 'ApiKey', id: caller.apiKey.id };
  throw new Error('only the vendor looks at the accounts of customers');
}

/** Behind the `#`, which no browser sends, so that the code is in no log. */
function pageOf({ config, account }: Context, code: string): string {
  return `${accountUrl(config, account)}/account/view#code=${code}`;
}
