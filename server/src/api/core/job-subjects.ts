import type { FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import { findOwners } from '../../modules/customers/index.ts';
import { numbersOfOrders, ORDER_KIND } from '../../modules/orders/index.ts';
import { subjectsOfPayments, subjectsOfRefunds } from '../../modules/payments/index.ts';
import { addresseesOfMails } from '../../modules/sent-mails/index.ts';
import { namesOfBatches } from '../../modules/vouchers/index.ts';
import { ordersOfWithdrawals } from '../../modules/withdrawals/index.ts';
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
  const references = jobs.flatMap((job) => referenceOf(job) ?? []);
  const finders = await Promise.all(
    Object.entries(FINDERS).map(async ([name, find]) => {
      const ids = references.filter((reference) => reference.name === name).map(({ id }) => id);
      return [name, ids.length === 0 ? NONE : await find(ctx, [...new Set(ids)])] as const;
    }),
  );
  const subjectsByName = new Map(finders);
  const subjects = references.flatMap(({ jobId, name, id }): [string, Subject][] => {
    const subject = subjectsByName.get(name)?.get(id);
    return subject !== undefined && hasScope(caller, SCOPES[subject.kind]) ? [[jobId, subject]] : [];
  });
  return new Map(await withOrderNumbers(ctx, subjects));
}

type Subjects = ReadonlyMap<string, Subject>;
const NONE: Subjects = new Map();

/** How the subjects are found, by the name of the id in the job: those of all jobs together. */
const FINDERS: Readonly<Record<string, (ctx: QueryContext, ids: readonly string[]) => Promise<Subjects>>> = {
  orderId: (_, ids) => Promise.resolve(subjectsFrom(ids.map((id) => [id, order(id)]))),
  paymentId: async (ctx, ids) => ofOrders(await subjectsOfPayments(ctx, ids)),
  refundId: async (ctx, ids) => ofOrders(await subjectsOfRefunds(ctx, ids)),
  withdrawalId: async (ctx, ids) => {
    const orders = await ordersOfWithdrawals(ctx, ids);
    return subjectsFrom([...orders].map(([id, orderId]) => [id, order(orderId)]));
  },
  subscriptionId: (_, ids) =>
    Promise.resolve(subjectsFrom(ids.map((id) => [id, { kind: 'Subscription', id }]))),
  productId: (_, ids) =>
    Promise.resolve(subjectsFrom(ids.map((id) => [id, { kind: 'Product', id, name: id }]))),
  mailId: async (ctx, ids) => {
    const mails = [...(await addresseesOfMails(ctx, ids))].filter(([, { kind }]) => !isToVendor(kind));
    const people = await customers(
      ctx,
      mails.map(([, { recipient }]) => recipient),
    );
    return subjectsFrom(mails.map(([id, { recipient }]) => [id, people.get(recipient)]));
  },
  email: customers,
  batchId: async (ctx, ids) => {
    const names = await namesOfBatches(ctx, ids);
    return subjectsFrom([...names].map(([id, name]) => [id, { kind: 'VoucherBatch', id, name }]));
  },
};

function subjectsFrom(entries: readonly (readonly [string, Subject | undefined])[]): Subjects {
  return new Map(entries.flatMap(([id, subject]) => (subject === undefined ? [] : [[id, subject] as const])));
}

/** The vendor's own people forget passwords, too: their addresses are no customers'. */
const ABOUT_CUSTOMERS = 'identity.password-reset';

/** Mails to the vendor; those to operators begin with `operator-`. */
const TO_VENDOR = new Set([
  'MailText',
  'mail-text-test',
  'PaymentToVendor',
  'DisputeToVendor',
  'UndeliveredPrice',
  'HeldRenewals',
  'events',
  'webhook',
]);

function isToVendor(mailKind: string): boolean {
  return TO_VENDOR.has(mailKind) || mailKind.startsWith('operator-');
}

/** The id in a job that says what it is about. */
function referenceOf({ id: jobId, kind, payload }: DeadJob) {
  for (const name of Object.keys(FINDERS)) {
    const id = payload[name];
    if (typeof id !== 'string' || (name === 'email' && kind !== ABOUT_CUSTOMERS)) continue;
    return { jobId, name, id };
  }
  return undefined;
}

function order(id: string): Subject {
  return { kind: 'Order', id };
}

function ofOrders(subjects: ReadonlyMap<string, { readonly kind: string; readonly id: string }>): Subjects {
  return subjectsFrom(
    [...subjects].map(([id, subject]) => [id, subject.kind === ORDER_KIND ? order(subject.id) : undefined]),
  );
}

async function customers(ctx: QueryContext, emails: readonly string[]): Promise<Subjects> {
  const find = await findOwners(
    ctx,
    emails.map((ownerEmail) => ({ ownerEmail })),
  );
  return subjectsFrom(
    emails.map((email) => {
      const { owner } = find({ ownerEmail: email });
      return [email, { kind: 'Customer', ...(owner !== undefined && { id: owner.id }), name: email }];
    }),
  );
}

async function withOrderNumbers(
  ctx: QueryContext,
  subjects: readonly [string, Subject][],
): Promise<[string, Subject][]> {
  const ids = subjects.flatMap(([, { kind, id }]) => (kind === 'Order' && id !== undefined ? [id] : []));
  const numbers = await numbersOfOrders(ctx, [...new Set(ids)]);
  return subjects.map(([jobId, subject]) => {
    const name = subject.kind === 'Order' ? numbers.get(subject.id ?? '') : undefined;
    return [jobId, name === undefined ? subject : { ...subject, name }];
  });
}
