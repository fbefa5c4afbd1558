import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { publicProperties } from '../../kernel/properties.ts';
import { Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { type Customer, formerEmails, listNotes, mailsToCustomer } from '../../modules/customers/index.ts';
import { documentsOfOrder } from '../../modules/documents/index.ts';
import { listSessions } from '../../modules/identity/index.ts';
import {
  type Activation,
  type License,
  licenseStatus,
  listLicenseActivations,
  listOwnLicenses,
  listTrials,
  ownedProductIds,
  type Trial,
} from '../../modules/licensing/index.ts';
import { listOrders, type Order, viewOrder } from '../../modules/orders/index.ts';
import { listOwnSubscriptions, type Subscription } from '../../modules/subscriptions/index.ts';
import { listRedemptions } from '../../modules/vouchers/index.ts';

import { attachment } from '../../platform/http/content/attachment.ts';
import type { PageRequest } from '../../platform/http/route/paging.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { subjectText } from '../../platform/journal/record.ts';
import { listEvents } from '../../platform/journal/store.ts';
import { signedIn } from '../guards/caller.ts';
import { IDENTITY_TAGS } from './identity-answer.ts';
import { sessionAnswer } from '../wire/customer-session.ts';
import { orderAnswer } from './order-answer.ts';
import { subscriptionPresenter } from './subscription-presenter.ts';

const Entries = (description: string) =>
  Type.Array(Type.Record(Type.String(), Type.Unknown()), { description });

/** The file with everything that is stored about a customer. */
export const CustomerExportBody = Type.Object(
  {
    exportedAt: Type.String({ format: 'date-time' }),
    vendor: Type.String(),
    customer: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Name, addresses, consents and preferences, and public custom properties.',
    }),
    formerEmails: Type.Array(Type.String(), {
      description: 'Those of accounts that were merged into this one; of them, nothing else is stored.',
    }),
    products: Type.Array(Type.String(), {
      description: 'The ids of products that the customer can use now.',
    }),
    sessions: Entries('The sessions of the customer.'),
    orders: Entries(
      'Orders and carts, with billing details, coupons, withdrawn lines and the numbers of documents.',
    ),
    subscriptions: Entries(
      'Subscriptions, with the payment method, and the details that renewals are billed to.',
    ),
    licenses: Entries('Licenses, with all devices that have used them.'),
    trials: Entries('Trials that the customer started while signed in.'),
    vouchers: Entries('Vouchers that the customer has redeemed.'),
    mails: Entries(
      'The mails of the last 90 days: what they were about, without codes. For the customer only after a proof of the address.',
    ),
    events: Entries('The audit log’s events about the customer: the type and the time.'),
  },
  { title: 'CustomerExport' },
);

/** A customer downloads all of their stored data (extended API, section A). */
export function registerIdentityExport(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/customer/identity/export',
    // It would read everything and send nothing of it.
    exposeHeadRoute: false,
    config: { access: access.customer(), limit: 'documentsPerMinute', isCountedAlone: true },
    schema: {
      operationId: 'exportIdentity',
      summary: 'Everything that is stored about the signed-in customer, as a JSON file',
      description:
        'Lists are newest first, and read while they are sent. Custom properties that are not public belong to the vendor, ' +
        'and licenses that wait for the proof of the email address are missing until it is proven.',
      tags: IDENTITY_TAGS,
      response: { 200: Type.Unsafe<Readable>(CustomerExportBody), ...problems() },
    },
    handler: (request, reply) => sendCustomerExport(request, reply, signedIn(request)),
  });
}

interface ExportSubject {
  readonly customer: Customer;
  /** The session of the customer that asks; absent when the vendor does. */
  readonly sessionId?: string | undefined;
}

/** The file about a customer, to be sent page by page, with the headers of an attachment. */
export async function sendCustomerExport(
  { context, account }: Pick<FastifyRequest, 'context' | 'account'>,
  reply: FastifyReply,
  subject: ExportSubject,
): Promise<Readable> {
  const { customer } = subject;
  const head = {
    exportedAt: context.clock.now().toISOString(),
    vendor: account.name,
    customer: customerEntry(customer),
    formerEmails: await formerEmails(context, customer.id),
    products: await ownedProductIds(context, customer.id),
  };
  const day = head.exportedAt.slice(0, 10);
  reply
    .header('content-disposition', attachment(`my-data-${day}.json`))
    .type('application/json; charset=utf-8');
  return Readable.from(
    piecesOf(head, sectionsOf(context, subject, await subscriptionPresenter({ context }))),
    { objectMode: false },
  );
}

type Pages = AsyncIterable<readonly object[]>;
type SubscriptionPresenter = Awaited<ReturnType<typeof subscriptionPresenter>>;

/** The file in pieces of one page each; the next page is read when the reader has consumed the previous one. */
async function* piecesOf(head: object, sections: Readonly<Record<string, Pages>>): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, pages] of Object.entries(sections)) {
    yield `,${JSON.stringify(name)}:[`;
    let isFirst = true;
    for await (const entries of pages) {
      if (entries.length === 0) continue;
      yield (isFirst ? '\n' : ',\n') + entries.map((entry) => JSON.stringify(entry)).join(',\n');
      isFirst = false;
    }
    yield ']';
  }
  yield '}\n';
}

function sectionsOf(
  ctx: Context,
  { customer, sessionId }: ExportSubject,
  showSubscription: SubscriptionPresenter,
): Readonly<Record<string, Pages>> {
  const { reader } = ctx.database;
  const customerId = customer.id;
  const now = ctx.clock.now();
  return {
    sessions: pagesOf(
      (page) => listSessions(reader, ctx.account.id, customerId, { ...page, now }),
      byCreation,
      async (session) => sessionAnswer(session, sessionId),
    ),
    orders: pagesOf(
      (page) => listOrders(ctx, { ...page, customerId }),
      byCreation,
      (order) => orderEntry(ctx, order, customer),
    ),
    subscriptions: pagesOf(
      (page) => listOwnSubscriptions(ctx, { ...page, customerId }),
      byCreation,
      (subscription) => subscriptionEntry(subscription, showSubscription),
    ),
    licenses: pagesOf(
      (page) => listOwnLicenses(ctx, { ...page, customerId }),
      byCreation,
      (license) => licenseEntry(ctx, license),
    ),
    trials: pagesOf(
      (page) => listTrials(ctx, { ...page, customerId }),
      byCreation,
      async (trial) => trialEntry(trial),
    ),
    vouchers: pagesOf(
      (page) => listRedemptions(ctx, customerId, page),
      ({ redeemedAt, voucherId }) => ({ at: redeemedAt, id: voucherId }),
      async ({ name, redeemedAt, contents }) => ({ name, redeemedAt, contents }),
    ),
    ...recordsOf(ctx, { customer, sessionId }),
  };
}

/** What was mailed to a customer, and what the audit log has about them. */
function recordsOf(ctx: Context, { customer, sessionId }: ExportSubject): Readonly<Record<string, Pages>> {
  // Mails to an address that is not proven may be a stranger's.
  const seesMails = sessionId === undefined || customer.isEmailConfirmed;
  return {
    mails: pagesOf(
      async (page) => (seesMails ? mailsToCustomer(ctx, customer, page) : []),
      byCreation,
      async ({ kind, subject, status, createdAt, sentAt }) => ({ kind, subject, status, createdAt, sentAt }),
    ),
    notes: pagesOf(
      (page) => listNotes(ctx, customer.id, page),
      byCreation,
      async ({ content, createdAt }) => ({ text: content, createdAt }),
    ),
    events: pagesOf(
      ({ after, limit }) =>
        listEvents(ctx.database.reader, ctx.account.id, {
          subject: subjectText('customer', customer.id),
          afterId: after?.id,
          limit,
        }),
      ({ occurredAt, id }) => ({ at: occurredAt, id }),
      async ({ type, occurredAt }) => ({ type, occurredAt }),
    ),
  };
}

const ROWS_AT_ONCE = 100;

type Cursor = NonNullable<PageRequest['after']>;

async function* pagesOf<Row>(
  read: (page: PageRequest) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => Cursor,
  present: (row: Row) => Promise<object>,
): AsyncGenerator<readonly object[]> {
  for (let after: Cursor | undefined; ;) {
    const rows = await read({ limit: ROWS_AT_ONCE, after });
    const page = rows.slice(0, ROWS_AT_ONCE);
    const entries: object[] = [];
    for (const row of page) entries.push(await present(row));
    yield entries;
    const last = page.at(-1);
    if (rows.length <= ROWS_AT_ONCE || last === undefined) return;
    after = cursorOf(last);
  }
}

function byCreation({ createdAt, id }: { readonly createdAt: Date; readonly id: string }): Cursor {
  return { at: createdAt, id };
}

function customerEntry(customer: Customer): object {
  const { id, name, businessName, taxId, email, phone, address, createdAt, properties } = customer;
  return {
    id,
    name,
    businessName,
    taxId,
    email,
    phone,
    address,
    createdAt,
    emailConfirmed: customer.isEmailConfirmed,
    hasPassword: customer.passwordHash !== null,
    newsletterOptIn: customer.acceptsNewsletter,
    newsletterOptedInAt: customer.newsletterOptedInAt,
    productUpdatesOptIn: customer.acceptsProductUpdates,
    productUpdatesOptedInAt: customer.productUpdatesOptedInAt,
    privacyAcceptedAt: customer.privacyAcceptedAt,
    termsAcceptedAt: customer.termsAcceptedAt,
    properties: publicProperties(properties) ?? {},
  };
}

async function orderEntry(ctx: Context, order: Order, customer: Customer): Promise<object> {
  const view = await viewOrder(ctx, order.id);
  const answer = await orderAnswer(ctx, view, { customerId: customer.id, caller: customer });
  const documents = await documentsOfOrder(ctx, order.id);
  return {
    ...answer,
    createdAt: order.createdAt,
    utm: order.utm,
    consent: order.content?.consent ?? null,
    recurringConsent: order.content?.recurringConsent ?? null,
    documents: documents.map(({ kind, number, issuedAt }) => ({ kind, number, issuedAt })),
  };
}

async function subscriptionEntry(subscription: Subscription, show: SubscriptionPresenter): Promise<object> {
  return { ...(await show(subscription)), createdAt: subscription.createdAt, billing: subscription.billing };
}

async function licenseEntry(ctx: Context, license: License): Promise<object> {
  const { id, productId, keyCode, orderId, createdAt, expiresAt, revokedAt, properties } = license;
  const devices: object[] = [];
  const pages = pagesOf(
    (page) => listLicenseActivations(ctx, id, page),
    byCreation,
    async (activation) => deviceEntry(activation),
  );
  for await (const page of pages) devices.push(...page);
  return {
    id,
    productId,
    keyCode,
    orderId,
    createdAt,
    expiresAt,
    revokedAt,
    downloadedAt: license.downloadedAt,
    status: licenseStatus(license, ctx.clock.now()),
    maxNumberOfActivations: license.maxActivations,
    updatesUntil: license.updatesUntil,
    upToMajor: license.upToMajor,
    variationId: license.variationId,
    properties: publicProperties(properties) ?? {},
    devices,
  };
}

function deviceEntry(activation: Activation): object {
  const { id, deviceName, deviceSignature, method, status, appVersion, platform, meta } = activation;
  const { firstValidatedAt, lastValidatedAt, createdAt, revokedAt } = activation;
  return {
    id,
    deviceName,
    deviceSignature,
    method,
    status,
    appVersion,
    platform,
    meta,
    firstValidatedAt,
    lastValidatedAt,
    createdAt,
    revokedAt,
  };
}

function trialEntry({ properties, ...trial }: Trial): object {
  const { id, productId, deviceName, deviceSignature, appVersion, platform, meta } = trial;
  const { createdAt, lastValidatedAt, expiresAt } = trial;
  return {
    id,
    productId,
    deviceName,
    deviceSignature,
    appVersion,
    platform,
    meta,
    createdAt,
    lastValidatedAt,
    expiresAt,
    properties: publicProperties(properties) ?? {},
  };
}
