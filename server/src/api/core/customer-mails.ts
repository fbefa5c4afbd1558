import { type Static, Type } from '../../kernel/schema.ts';
import { mailsToCustomer } from '../../modules/customers/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { Moment } from '../wire/moment.ts';
import { customerOf, CustomerPath } from './customer-answer.ts';

const CustomerMail = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ description: 'What it is about, such as `Receipt` or `reset-password`.' }),
    subject: Type.String(),
    status: Type.Enum(['Queued', 'Sent', 'Kept', 'Failed'], {
      title: 'MailStatus',
      description:
        '`Sent`: the mail server took it. `Kept`: no mail server is configured. `Failed`: it was refused for good.',
    }),
    failure: Type.Optional(Type.String({ description: 'Why it was refused.' })),
    createdAt: Moment,
    sentAt: Type.Optional(Moment),
  },
  { title: 'CustomerMail' },
);

/** The mails that a customer got. */
export function registerCustomerMails(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customers/:idOrEmail/mails',
    config: { access: access.vendor('customers:read') },
    schema: {
      operationId: 'listCustomerMails',
      summary: 'The mails to the address of a customer, newest first',
      description:
        'Of the last 90 days. Their texts are not shown: they may contain a code that only the customer may use.',
      tags: ['Customers'],
      params: CustomerPath,
      querystring: Type.Object(pageQuery),
      response: { 200: pageOf(CustomerMail), ...problems() },
    },
    handler: async (request) => {
      const { context, params, query } = request;
      const page = readPage(system, request, query);
      const customer = await customerOf(context, params);
      return toPage(system, request, page, await mailsToCustomer(context, customer, page), {
        cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
        item: mailAnswer,
      });
    },
  });
}

type Mail = Awaited<ReturnType<typeof mailsToCustomer>>[number];

function mailAnswer({
  id,
  kind,
  subject,
  status,
  failure,
  createdAt,
  sentAt,
}: Mail): Static<typeof CustomerMail> {
  return {
    id,
    kind,
    subject,
    status,
    ...(failure !== null && { failure }),
    createdAt: createdAt.toISOString(),
    ...(sentAt !== null && { sentAt: sentAt.toISOString() }),
  };
}
