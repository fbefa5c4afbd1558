import type { FastifyRequest } from 'fastify';
import { refuseIssues } from '../../kernel/problem.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import { listCustomers, listCustomersByEmail, searchCustomers } from '../../modules/customers/index.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { pageOf, pageQuery, readPage, SORTS, toPage } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import type { System } from '../../platform/system.ts';
import { customerOf, CustomerPath, taggedAnswer } from './customer-answer.ts';
import { registerCustomerChanges } from './customer-changes.ts';
import { registerCustomerExport } from './customer-export.ts';
import { registerCustomerMerge } from './customer-merge.ts';
import { registerMergeRequests } from './merge-requests.ts';
import { registerCustomerView } from './customer-view.ts';
import { registerCustomerMails } from './customer-mails.ts';
import { registerCustomerNotes } from './customer-notes.ts';
import { registerCustomerSessions } from './customer-sessions.ts';
import { registerCustomerDevices } from './customer-devices.ts';
import { registerCustomerTimeline } from './customer-timeline.ts';
import { registerCustomerVouchers } from './customer-vouchers.ts';
import { CustomerAnswer, customerPresenter } from '../wire/customer.ts';
import { momentOf } from '../wire/moment.ts';

const TAGS = ['Customers'];

/** Customers (core API, Customers). */
export function registerCoreCustomers(app: App, system: System): void {
  registerList(app, system);
  registerGet(app);
  registerCustomerChanges(app);
  registerCustomerExport(app);
  registerCustomerMerge(app);
  registerMergeRequests(app);
  registerCustomerView(app);
  registerCustomerMails(app, system);
  registerCustomerNotes(app, system);
  registerCustomerSessions(app, system);
  registerCustomerDevices(app, system);
  registerCustomerTimeline(app, system);
  registerCustomerVouchers(app, system);
}

const ListQuery = Type.Object({
  ...pageQuery,
  sort: Type.Optional(
    Type.Enum([...SORTS, 'email', '-email'], {
      description:
        '`-createdAt`, the default: newest first; `createdAt`: oldest first; `email` and `-email`: by address, deleted ' +
        'customers by what stands for it. A customer whose address changes between two pages may be missing, or be in both.',
    }),
  ),
  status: Type.Optional(Type.Enum(['Active', 'Deleted'], { description: 'Only customers in this state.' })),
  email: Type.Optional(
    Type.String({ minLength: 1, maxLength: 320, description: 'Only the customer with this address.' }),
  ),
  externalId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Only the customer with this external id.' }),
  ),
  before: Type.Optional(Type.String({ format: 'date-time', description: 'Created before this time.' })),
  after: Type.Optional(Type.String({ format: 'date-time', description: 'Created after this time.' })),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'The beginning of a word of name or email.' }),
  ),
});

function registerList(app: App, system: System): void {
  app.route({
    method: 'GET',
    url: '/api/customers',
    config: {
      access: access.vendor('customers:read'),
      exportedAs: 'customers',
      exportScope: 'customers:export',
    },
    schema: {
      operationId: 'listCustomers',
      summary: 'Customers, newest first or in another order, or those that a search finds',
      description:
        'Filters can be combined; all of them apply. `search` stands alone: it finds customers whose name, business name ' +
        'or email address has a word that begins with it (`lovel`, `ada lo`, `ada@`, `example.c`), sorted by that word, ' +
        'without deleted ones.',
      tags: TAGS,
      querystring: ListQuery,
      response: { 200: pageOf(CustomerAnswer), ...problems() },
    },
    handler: (request) => {
      const { search, sort } = request.query;
      if (search !== undefined) return searchPage(system, request, search);
      return sort === 'email' || sort === '-email'
        ? emailPage(system, request, sort)
        : listPage(system, request);
    },
  });
}

type ListRequest = FastifyRequest<{ Querystring: Static<typeof ListQuery> }>;

async function listPage(system: System, request: ListRequest) {
  const { context, query } = request;
  const page = readPage(system, request, query);
  const rows = await listCustomers(context, { ...page, ...filterOf(query) });
  return toPage(system, request, page, rows, {
    cursor: ({ createdAt, id }) => ({ at: createdAt, id }),
    item: await customerPresenter(context, rows),
  });
}

function filterOf(query: ListRequest['query']) {
  return {
    ...(query.status !== undefined && { isDeleted: query.status === 'Deleted' }),
    email: query.email,
    externalId: query.externalId,
    createdBefore: momentOf(query.before),
    createdAfter: momentOf(query.after),
  };
}

/** The filters that would read the customers of an account one by one, in the order of their addresses, to find a few. */
function refuseFewByEmail({ status, before, after }: ListRequest['query']): void {
  const message = 'cannot be combined with a list that is sorted by email';
  refuseIssues({
    status: status === 'Deleted' ? [message] : [],
    before: before === undefined ? [] : [message],
    after: after === undefined ? [] : [message],
  });
}

async function emailPage(system: System, request: ListRequest, sort: 'email' | '-email') {
  const { context, query } = request;
  refuseFewByEmail(query);
  const page = readPage(system, request, query);
  const rows = await listCustomersByEmail(context, {
    ...filterOf(query),
    limit: page.limit,
    afterKey: page.after && decodeURIComponent(page.after.id),
    isDescending: sort === '-email',
  });
  return toPage(system, request, page, rows, {
    // Not sorted by time, as in a search.
    cursor: ({ emailKey }) => ({ at: new Date(0), id: encodeURIComponent(emailKey) }),
    item: await customerPresenter(context, rows),
  });
}

const ALONE = ['sort', 'status', 'email', 'externalId', 'before', 'after'] as const;

async function searchPage(system: System, request: ListRequest, text: string) {
  const { context, query } = request;
  const others = ALONE.filter((name) => query[name] !== undefined);
  refuseIssues({ search: others.map((name) => `cannot be combined with ${name}`) });
  const page = readPage(system, request, query);
  const after = page.after && positionOf(page.after.id);
  const rows = await searchCustomers(context, { text, limit: page.limit, after });
  return toPage(system, request, page, rows, {
    // A search is not sorted by time: its place in the token is empty.
    cursor: ({ term, id }) => ({ at: new Date(0), id: `${id}/${encodeURIComponent(term)}` }),
    item: await customerPresenter(context, rows),
  });
}

function positionOf(text: string) {
  const [customerId = '', term = ''] = text.split('/', 2);
  return { customerId, term: decodeURIComponent(term) };
}

function registerGet(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customers/:idOrEmail',
    config: { access: access.vendor('customers:read') },
    schema: {
      operationId: 'getCustomer',
      summary: 'One customer, by id or by email address',
      tags: TAGS,
      params: CustomerPath,
      response: { 200: CustomerAnswer, ...problems() },
    },
    handler: async ({ context, params }, reply) =>
      taggedAnswer(context, await customerOf(context, params), reply),
  });
}
