import type { FastifyRequest } from 'fastify';
import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { normaliseGuid } from '../../kernel/ids.ts';
import { loadCatalog } from '../../modules/catalog/index.ts';
import { findCustomerByEmail, searchCustomers } from '../../modules/customers/index.ts';
import {
  findDevices,
  findTrialsOfDevices,
  listLicenses,
  trialStatus,
} from '../../modules/licensing/index.ts';
import { guestOrdersOf, listOrders, readOrderNumber } from '../../modules/orders/index.ts';
import { getSubscription, listSubscriptions, type Subscription } from '../../modules/subscriptions/index.ts';
import { findBatchOfCode } from '../../modules/vouchers/index.ts';
import { Problem } from '../../kernel/problem.ts';
import { problems } from '../../platform/http/route/responses.ts';
import { access, type App } from '../../platform/http/route/app.ts';
import { hasScope } from '../guards/caller.ts';
import { Moment } from '../wire/moment.ts';
import { OrderNumberBody, OrderStatusBody } from '../wire/order.ts';
import { NOBODY } from './customer-filter.ts';

/** How many of a kind are found: whoever looks for one more writes more of it. */
const MOST = 5;

const FoundCustomer = Type.Object(
  {
    id: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    email: Type.String(),
  },
  { title: 'FoundCustomer' },
);

const FoundOrder = Type.Object(
  { id: Type.String(), number: OrderNumberBody, status: OrderStatusBody, createdAt: Moment },
  { title: 'FoundOrder' },
);

const FoundLicense = Type.Object(
  { id: Type.String(), productId: Type.String(), keyCode: Type.Optional(Type.String()) },
  { title: 'FoundLicense' },
);

const FoundDevice = Type.Object(
  {
    id: Type.String(),
    licenseId: Type.String(),
    productId: Type.String({ description: 'The product of the license.' }),
    deviceName: Type.String(),
    isReleased: Type.Boolean(),
  },
  { title: 'FoundDevice' },
);

const FoundTrial = Type.Object(
  {
    id: Type.String(),
    productId: Type.String(),
    deviceName: Type.String(),
    deviceSignature: Type.String(),
    status: Type.Enum(['Active', 'Expired']),
  },
  { title: 'FoundTrial' },
);

const FoundProduct = Type.Object({ id: Type.String(), name: Type.String() }, { title: 'FoundProduct' });

const FoundSubscription = Type.Object(
  {
    id: Type.String(),
    itemId: Type.String({ description: 'Its product, or its bundle.' }),
    status: Type.Enum(['Active', 'Cancelled', 'Expired', 'Completed']),
  },
  { title: 'FoundSubscription' },
);

const FoundVoucher = Type.Object(
  {
    batchId: Type.String(),
    batchName: Type.String(),
    isRedeemed: Type.Boolean(),
  },
  { title: 'FoundVoucher' },
);

const SearchResults = Type.Object(
  {
    customers: Type.Optional(
      Type.Array(FoundCustomer, {
        description:
          'With a word of the name or the email address that begins with the text. Absent without the scope `customers:read`.',
      }),
    ),
    orders: Type.Optional(
      Type.Array(FoundOrder, {
        description:
          'With this number, or of the buyer with this email address, newest first. Absent without the scope `orders:read`.',
      }),
    ),
    products: Type.Optional(
      Type.Array(FoundProduct, {
        description:
          'With each word of the text in the name or the id, also those that are not on sale. Absent without the scope `products:read`.',
      }),
    ),
    subscriptions: Type.Optional(
      Type.Array(FoundSubscription, {
        description:
          'With this id, or of the customer with this email address if the scopes include `customers:read`, newest first. Absent without the scope `subscriptions:read`.',
      }),
    ),
    vouchers: Type.Optional(
      Type.Array(FoundVoucher, {
        description:
          'The batch of the voucher with this code, in any spelling. Absent without the scope `vouchers:read`.',
      }),
    ),
    licenses: Type.Array(FoundLicense, {
      description:
        'With this license key, or of the owner with this email address if the scopes include `customers:read`; newest first.',
    }),
    devices: Type.Array(FoundDevice, {
      description: 'With this signature, or with a name that begins with the text, released ones too.',
    }),
    trials: Type.Optional(
      Type.Array(FoundTrial, {
        description:
          'On devices with this signature, or with a name that begins with the text; also those that nobody has signed in for. Absent without the scope `trials:read`.',
      }),
    ),
  },
  { title: 'SearchResults' },
);

/** One search over what support knows of a customer: a name, an email, a number, a key, a device (dashboard, How). */
export function registerSearch(app: App): void {
  app.route({
    method: 'GET',
    url: '/api/search',
    config: { access: access.vendor('licenses:read') },
    schema: {
      operationId: 'search',
      summary: 'Find customers, orders, products, subscriptions, vouchers, licenses, devices and trials',
      description: `At most ${MOST} of each kind, for a field in which people type; the lists have pages.`,
      tags: ['Search'],
      querystring: Type.Object({
        text: Type.String({
          minLength: 1,
          maxLength: 200,
          pattern: '[^\\s,]',
          errorMessage: 'must contain more than spaces and commas',
          description:
            'What somebody knows: a name, an email address, an order number, a product, a voucher code, a license key, a device.',
        }),
      }),
      response: { 200: SearchResults, ...problems() },
    },
    handler: ({ context, caller, query }) => searchAll(context, caller, query.text.trim()),
  });
}

/** What a caller may find, of each kind. */
async function searchAll(
  ctx: Context,
  caller: FastifyRequest['caller'],
  text: string,
): Promise<Static<typeof SearchResults>> {
  const mayReadCustomers = hasScope(caller, 'customers:read');
  const [customers, orders, products, subscriptions, vouchers, licenses, devices, trials] = await Promise.all(
    [
      mayReadCustomers ? customersFor(ctx, text) : undefined,
      hasScope(caller, 'orders:read') ? ordersFor(ctx, text) : undefined,
      hasScope(caller, 'products:read') ? productsFor(ctx, text) : undefined,
      hasScope(caller, 'subscriptions:read') ? subscriptionsFor(ctx, text, { mayReadCustomers }) : undefined,
      hasScope(caller, 'vouchers:read') ? vouchersFor(ctx, text) : undefined,
      licensesFor(ctx, text, { mayReadCustomers }),
      devicesFor(ctx, text),
      hasScope(caller, 'trials:read') ? trialsFor(ctx, text) : undefined,
    ],
  );
  return {
    ...(customers && { customers }),
    ...(orders && { orders }),
    ...(products && { products }),
    ...(subscriptions && { subscriptions }),
    ...(vouchers && { vouchers }),
    licenses,
    devices,
    ...(trials && { trials }),
  };
}

async function customersFor(ctx: Context, text: string): Promise<Static<typeof FoundCustomer>[]> {
  const rows = await searchCustomers(ctx, { text, limit: MOST });
  return rows.slice(0, MOST).map(({ id, name, email }) => ({ id, name, email }));
}

async function ordersFor(ctx: Context, text: string): Promise<Static<typeof FoundOrder>[]> {
  const rows = text.includes('@') ? await ordersOfBuyer(ctx, text) : await ordersWithNumber(ctx, text);
  return rows.slice(0, MOST).map(({ id, number, status, createdAt }) => ({
    id,
    ...(number && { number }),
    status,
    createdAt: createdAt.toISOString(),
  }));
}

async function ordersOfBuyer(ctx: Context, email: string) {
  const [customer, orphanIds] = await Promise.all([
    findCustomerByEmail(ctx, email),
    guestOrdersOf(ctx, email),
  ]);
  if (customer === undefined && orphanIds.length === 0) return [];
  return listOrders(ctx, { customerId: customer?.id ?? NOBODY, orphanIds, limit: MOST });
}

async function ordersWithNumber(ctx: Context, text: string) {
  const number = readOrderNumber(text);
  return number === undefined ? [] : listOrders(ctx, { number, limit: MOST });
}

async function productsFor(ctx: Context, text: string): Promise<Static<typeof FoundProduct>[]> {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  const { products } = await loadCatalog(ctx);
  return products
    .filter(({ id, name }) => words.every((word) => `${id} ${name}`.toLowerCase().includes(word)))
    .slice(0, MOST)
    .map(({ id, name }) => ({ id, name }));
}

async function subscriptionsFor(
  ctx: Context,
  text: string,
  { mayReadCustomers }: { readonly mayReadCustomers: boolean },
): Promise<Static<typeof FoundSubscription>[]> {
  const id = normaliseGuid(text);
  const rows =
    id === undefined
      ? await subscriptionsOfEmail(ctx, mayReadCustomers ? text : '')
      : await subscriptionWithId(ctx, id);
  return rows.slice(0, MOST).map(({ productId, bundleId, status, ...row }) => ({
    id: row.id,
    itemId: productId ?? bundleId ?? '',
    status,
  }));
}

async function subscriptionsOfEmail(ctx: Context, text: string): Promise<readonly Subscription[]> {
  const owner = text.includes('@') ? await findCustomerByEmail(ctx, text) : undefined;
  return owner === undefined ? [] : listSubscriptions(ctx, { customerId: owner.id, limit: MOST });
}

async function subscriptionWithId(ctx: Context, id: string): Promise<readonly Subscription[]> {
  try {
    return [await getSubscription(ctx, id)];
  } catch (error) {
    if (error instanceof Problem && error.errorType === 'NotFound') return [];
    throw error;
  }
}

async function vouchersFor(ctx: Context, text: string): Promise<Static<typeof FoundVoucher>[]> {
  const voucher = await findBatchOfCode(ctx, text);
  if (voucher === undefined) return [];
  const { batch, isRedeemed } = voucher;
  return [{ batchId: batch.id, batchName: batch.name, isRedeemed }];
}

async function licensesFor(
  ctx: Context,
  text: string,
  { mayReadCustomers }: { readonly mayReadCustomers: boolean },
): Promise<Static<typeof FoundLicense>[]> {
  const owner = mayReadCustomers && text.includes('@') ? await findCustomerByEmail(ctx, text) : undefined;
  const rows = await listLicenses(ctx, {
    ...(owner === undefined ? { keyCode: text } : { customerId: owner.id }),
    limit: MOST,
  });
  return rows.slice(0, MOST).map(({ id, productId, keyCode }) => ({
    id,
    productId,
    ...(keyCode !== null && { keyCode }),
  }));
}

async function devicesFor(ctx: Context, text: string): Promise<Static<typeof FoundDevice>[]> {
  const rows = await findDevices(ctx, { text, most: MOST });
  return rows.map(({ id, licenseId, productId, deviceName, status }) => ({
    id,
    licenseId,
    productId,
    deviceName,
    isReleased: status === 'Revoked',
  }));
}

async function trialsFor(ctx: Context, text: string): Promise<Static<typeof FoundTrial>[]> {
  const now = ctx.clock.now();
  const rows = await findTrialsOfDevices(ctx, { text, most: MOST });
  return rows.map(({ id, productId, deviceName, deviceSignature, expiresAt }) => ({
    id,
    productId,
    deviceName,
    deviceSignature,
    status: trialStatus({ expiresAt }, now),
  }));
}
