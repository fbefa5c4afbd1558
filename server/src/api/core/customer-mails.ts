import { type Static, Type } from '../../kernel/schema.ts';
import { loadCatalog } from '../../modules/catalog/index.ts';
import { type Customer, mailsToCustomer } from '../../modules/customers/index.ts';
import { buyerDeleted, receiptPending } from '../../modules/orders/index.ts';
import { canSendAgain, mailNotRepeatable, sendMailAgain } from '../../modules/sent-mails/index.ts';
import { pageOf, pageQuery, readPage, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import type { System } from '../../platform/system.ts';
import { command } from '../guards/idempotency.ts';
import { requireScope } from '../guards/caller.ts';
import { guidOf } from '../wire/ids.ts';
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
        '`Sent`: the mail server took it. `Kept`: no mail server is configured. `Failed`: it was refused for good, or could not be sent before the link in it ended.',
    }),
    failure: Type.Optional(Type.String({ description: 'Why it was refused, or `LinkEnded`.' })),
    canSendAgain: Type.Boolean({
      description: 'Whether `POST …/mails/{mailId}/send-again` sends it again.',
    }),
    createdAt: Moment,
    sentAt: Type.Optional(Moment),
  },
  { title: 'CustomerMail' },
);

/** The mails that a customer got, and how to send one again. */
export function registerCustomerMails(app: App, system: System): void {
  registerList(app, system);
  registerSendAgain(app);
}

function registerList(app: App, system: System): void {
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
        item: (mail) => mailAnswer(mail, customer),
      });
    },
  });
}

type Mail = Awaited<ReturnType<typeof mailsToCustomer>>[number];

function mailAnswer(mail: Mail, customer: Customer): Static<typeof CustomerMail> {
  const { id, kind, subject, status, failure, createdAt, sentAt } = mail;
  return {
    id,
    kind,
    subject,
    status,
    ...(failure !== null && { failure }),
    canSendAgain: canSendAgain(mail, customer),
    createdAt: createdAt.toISOString(),
    ...(sentAt !== null && { sentAt: sentAt.toISOString() }),
  };
}

function registerSendAgain(app: App): void {
  app.route({
    method: 'POST',
    url: '/api/customers/:idOrEmail/mails/:mailId/send-again',
    config: { access: access.vendor('customers:write', 'orders:write') },
    schema: {
      operationId: 'sendCustomerMailAgain',
      summary: 'Send a mail to a customer again',
      description:
        'As it was; of an order, its receipt with the document. A link that works once ' +
        'is a new one, and the earlier no longer works; where it cannot be made anew, and for notices of what had just ' +
        'happened, the answer is 409. An address gets as many again in an hour as the setting `limits.mailsPerAddressAndHour` allows.',
      tags: ['Customers'],
      params: Type.Object({
        ...CustomerPath.properties,
        mailId: Type.String({ description: 'The id of the mail in their list.' }),
      }),
      response: {
        200: Type.Object(
          { recipient: Type.String({ description: 'The address that it is sent to.' }) },
          { title: 'MailSentAgain' },
        ),
        ...problems(mailNotRepeatable, receiptPending, buyerDeleted),
      },
    },
    handler: async (request) => {
      const { context, params, caller } = request;
      // A receipt names what was bought.
      requireScope(caller, 'orders:write');
      const { id: customerId } = await customerOf(context, params);
      const mailId = guidOf(params.mailId);
      const catalog = await loadCatalog(context);
      return command(
        request,
        (tx) => sendMailAgain(tx, catalog, { customerId, mailId }),
        (recipient) => ({ recipient }),
      );
    },
  });
}
