import { Type } from '../../kernel/schema.ts';
import { type MergeRequest, pendingMerges, withdrawMerge } from '../../modules/customer-merge/index.ts';
import { findCustomer } from '../../modules/customers/index.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { command } from '../guards/idempotency.ts';
import { guidOf } from '../wire/ids.ts';
import { Moment } from '../wire/moment.ts';
import { customerOf, CustomerPath } from './customer-answer.ts';

const TAGS = ['Customers'];
const MOST = 20;

const MergePerson = Type.Object({ id: Type.String(), email: Type.String() }, { title: 'MergePerson' });

const MergeRequestAnswer = Type.Object(
  {
    from: MergePerson,
    into: MergePerson,
    reason: Type.String({ description: 'As it was given for the audit log.' }),
    createdAt: Moment,
    consentUntil: Moment,
  },
  {
    title: 'MergeRequest',
    description: 'Whether `from` may become `into`, which the owner of `from` was asked by mail.',
  },
);

/** Merges of two customers that wait for the consent of the one who goes (the vendor's dashboard, customers). */
export function registerMergeRequests(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customers/:idOrEmail/merge',
    config: { access: access.vendor('customers:read') },
    schema: {
      operationId: 'listMergeRequests',
      summary: 'The merges of a customer, on either side, that wait for the consent of an owner',
      description: `The newest ${MOST}. What was agreed, declined, taken back or not answered in time is in the audit log only.`,
      tags: TAGS,
      params: CustomerPath,
      response: {
        200: Type.Object({ items: Type.Array(MergeRequestAnswer) }, { title: 'MergeRequests' }),
        ...problems(),
      },
    },
    handler: async ({ context, params }) => {
      const { id } = await customerOf(context, params);
      const requests = await pendingMerges(context, id, MOST);
      return { items: await Promise.all(requests.map((request) => requestAnswer(context, request))) };
    },
  });
  app.route({
    method: 'DELETE',
    url: '/api/customers/:idOrEmail/merge/:fromId',
    config: { access: access.vendor('customers:write') },
    schema: {
      operationId: 'withdrawMergeRequest',
      summary: 'Take back what a customer was asked: the link of their mail does nothing any more',
      description:
        'The answer is what they were asked. 404 once they have agreed or declined: then it is in the audit log.',
      tags: TAGS,
      params: Type.Object({
        ...CustomerPath.properties,
        fromId: Type.String({ description: 'The id of the customer who was asked.' }),
      }),
      response: { 200: MergeRequestAnswer, ...problems() },
    },
    handler: async (request) => {
      const { context, params } = request;
      const { id: intoId } = await customerOf(context, params);
      const fromId = guidOf(params.fromId);
      return command(
        request,
        async (tx) => requestAnswer(tx, await withdrawMerge(tx, { intoId, fromId })),
        (answer) => answer,
      );
    },
  });
}

async function requestAnswer(
  ctx: QueryContext,
  { fromId, intoId, reason, createdAt, expiresAt }: MergeRequest,
) {
  const personOf = async (id: string) => ({ id, email: (await findCustomer(ctx, id))?.email ?? '' });
  return {
    from: await personOf(fromId),
    into: await personOf(intoId),
    reason,
    createdAt: createdAt.toISOString(),
    consentUntil: expiresAt.toISOString(),
  };
}
