import type { FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import { findCustomerByEmail } from '../../modules/customers/index.ts';
import { ORDER_KIND, ordersWithIds } from '../../modules/orders/index.ts';
import { findPayment, findRefundSubject } from '../../modules/payments/index.ts';
import { recipientOfMail } from '../../modules/sent-mails/index.ts';
import { findBatch } from '../../modules/vouchers/index.ts';
import { orderOfWithdrawal } from '../../modules/withdrawals/index.ts';
import type { DeadJob } from '../../platform/jobs/operate-jobs.ts';
import { hasScope } from '../guards/caller.ts';

/** What a job is about, for somebody who decides on it. */
export const JobSubject = Type.Object(
  {
    kind: Type.Enum(['Order', 'Customer', 'Subscription', 'VoucherBatch', 'Product'], {
      title: 'JobSubjectKind',
    }),
    id: Type.Optional(Type.String({ description: 'Absent: no customer has the address of the mail.' })),
    name: Type.Optional(
      Type.String({
        description: 'The number of the order, the address of the mail, or the name of the batch.',
      }),
    ),
  },
  { title: 'JobSubject' },
);

type Subject = Static<typeof JobSubject>;

/** The scope without which a subject of a kind is not shown. */
const SCOPES = {
  Order: 'orders:read',
  Customer: 'customers:read',
  Subscription: 'subscriptions:read',
  VoucherBatch: 'vouchers:read',
  Product: 'products:read',
} as const;

/** What jobs are about, by their ids, as far as the caller may read it; jobs about nothing in particular are left out. */
export async function subjectsOfJobs(
  ctx: QueryContext,
  caller: FastifyRequest['caller'],
  jobs: readonly DeadJob[],
): Promise<ReadonlyMap<string, Subject>> {
  const subjects = new Map<string, Subject>();
  for (const job of jobs) {
    const subject = await subjectOf(ctx, job);
    if (subject !== undefined && hasScope(caller, SCOPES[subject.kind])) subjects.set(job.id, subject);
  }
  const numbers = await orderNumbers(ctx, [...subjects.values()]);
  for (const [jobId, subject] of subjects) {
    const name = numbers.get(subject.id ?? '');
    if (subject.kind === 'Order' && name !== undefined) subjects.set(jobId, { ...subject, name });
  }
  return subjects;
}

type Finder = (ctx: QueryContext, id: string) => Promise<Subject | undefined>;

/** How the subject is found, by the name of the id in the job. */
const FINDERS: Readonly<Record<string, Finder>> = {
  orderId: (_, id) => Promise.resolve(order(id)),
  paymentId: async (ctx, id) => {
    const payment = await findPayment(ctx, id);
    return payment?.subjectKind === ORDER_KIND ? order(payment.subjectId) : undefined;
  },
  refundId: async (ctx, id) => {
    const subject = await findRefundSubject(ctx, id);
    return subject?.kind === ORDER_KIND ? order(subject.id) : undefined;
  },
  withdrawalId: async (ctx, id) => {
    const orderId = await orderOfWithdrawal(ctx, id);
    return orderId === undefined ? undefined : order(orderId);
  },
  subscriptionId: (_, id) => Promise.resolve({ kind: 'Subscription', id }),
  productId: (_, id) => Promise.resolve({ kind: 'Product', id, name: id }),
  mailId: async (ctx, id) => {
    const recipient = await recipientOfMail(ctx, id);
    return recipient === undefined ? undefined : customer(ctx, recipient);
  },
  email: customer,
  batchId: async (ctx, id) => {
    const batch = await findBatch(ctx, id);
    return batch && { kind: 'VoucherBatch', id, name: batch.name };
  },
};

/** The vendor's own people, too, forget passwords and get mails: their addresses are no customers'. */
const ABOUT_CUSTOMERS = new Set(['mail.send', 'identity.password-reset']);

async function subjectOf(ctx: QueryContext, { kind, payload }: DeadJob): Promise<Subject | undefined> {
  for (const [name, find] of Object.entries(FINDERS)) {
    const id = payload[name];
    if (typeof id !== 'string' || (name === 'email' && !ABOUT_CUSTOMERS.has(kind))) continue;
    return find(ctx, id);
  }
  return undefined;
}

function order(id: string): Subject {
  return { kind: 'Order', id };
}

async function customer(ctx: QueryContext, email: string): Promise<Subject> {
  const owner = await findCustomerByEmail(ctx, email);
  return { kind: 'Customer', ...(owner !== undefined && { id: owner.id }), name: email };
}

async function orderNumbers(
  ctx: QueryContext,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<string, string>> {
  const ids = subjects.flatMap(({ kind, id }) => (kind === 'Order' && id !== undefined ? [id] : []));
  const orders = await ordersWithIds(ctx, ids);
  return new Map([...orders.values()].flatMap(({ id, number }) => (number ? [[id, number] as const] : [])));
}
