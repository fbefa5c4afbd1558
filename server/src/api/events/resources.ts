import { type Context, findAccount } from '../../modules/accounts/index.ts';
import { findProduct } from '../../modules/catalog/index.ts';
import { findCoupon } from '../../modules/coupons/index.ts';
import { findCustomer, findCustomerByEmail } from '../../modules/customers/index.ts';
import { findDocument } from '../../modules/documents/index.ts';
import {
  type EventType,
  operatorPerson,
  type Resource,
  subjectIds,
  unprovenBuyer,
} from '../../modules/events/index.ts';
import { findActivation, findLicenses, findTrial, listLicenses } from '../../modules/licensing/index.ts';
import { findOperator } from '../../modules/operators/index.ts';
import { viewOrder } from '../../modules/orders/index.ts';
import { findDispute, findPayment } from '../../modules/payments/index.ts';
import { findRelease } from '../../modules/releases/index.ts';
import { getSubscription } from '../../modules/subscriptions/index.ts';
import { findEndpoint } from '../../modules/webhooks/index.ts';
import { activationAnswer } from '../core/activations.ts';
import { couponAnswer } from '../core/coupons.ts';
import { singleAnswer } from '../core/customer-answer.ts';
import { orderDetails, paymentAnswer } from '../core/orders.ts';
import { productPresenter } from '../core/products.ts';
import { presentRelease } from '../core/releases.ts';
import { trialAnswer } from '../core/trials.ts';
import { operatorAnswer } from '../operators/operator-answer.ts';
import { documentRow } from '../wire/document.ts';
import { licenseAnswers } from '../wire/license.ts';
import { amountIn } from '../wire/order.ts';
import { disputeAnswer } from '../wire/refund.ts';
import { settingsAnswer } from '../wire/settings.ts';
import { subscriptionAnswer } from '../wire/subscription.ts';
import { endpointAnswer } from '../wire/webhook.ts';

type JournalEntry = Parameters<NonNullable<EventType['if']>>[0];

const allOf = (kind: string) => (entry: JournalEntry) => subjectIds(entry, kind);
const firstNamed = (entry: JournalEntry, kind: string): string => subjectIds(entry, kind)[0] ?? '';

/** What events are about. The `ids` of each are those that an entry of the journal names under the same kind. */
export const RESOURCES = {
  order: {
    type: 'order',
    ids: allOf('order'),
    path: (id) => `/api/orders/${id}`,
    scope: 'orders:read',
    show: (ctx, id) => orderDetails(ctx, id, { showsLicenses: false }),
    customer: customerOfOrder,
  },
  payment: {
    type: 'payment',
    ids: allOf('payment'),
    path: (_, entry) => `/api/orders/${firstNamed(entry, 'order')}`,
    scope: 'orders:read',
    show: async (ctx, id) => {
      const payment = await findPayment(ctx, id);
      return payment && { ...paymentAnswer(payment), orderId: payment.subjectId };
    },
    customer: customerOfOrder,
  },
  dispute: {
    type: 'dispute',
    ids: allOf('dispute'),
    path: (id) => `/api/disputes/${id}`,
    scope: 'orders:read',
    show: async (ctx, id) => disputeAnswer(await findDispute(ctx, id)),
    customer: customerOfOrder,
  },
  document: {
    type: 'document',
    ids: allOf('document'),
    path: (id) => `/api/documents/${id}`,
    scope: 'orders:read',
    show: async (ctx, id) => documentRow(await findDocument(ctx, id)),
    customer: customerOfOrder,
  },
  subscription: {
    type: 'subscription',
    ids: allOf('subscription'),
    path: (id) => `/api/subscriptions/${id}`,
    scope: 'subscriptions:read',
    show: async (ctx, id) => subscriptionAnswer(await getSubscription(ctx, id), ctx),
  },
  license: {
    type: 'license',
    ids: allOf('license'),
    path: (id) => `/api/licenses/${id}`,
    scope: 'licenses:read',
    show: async (ctx, id) => (await showLicenses(ctx, [id])).get(id),
    showMany: showLicenses,
  },
  activation: {
    type: 'activation',
    ids: allOf('activation'),
    path: (_, entry) => `/api/licenses/${firstNamed(entry, 'license')}/activations`,
    scope: 'licenses:read',
    show: async (ctx, id) => {
      const activation = await findActivation(ctx, id);
      return activation && activationAnswer(activation);
    },
  },
  trial: {
    type: 'trial',
    ids: allOf('trial'),
    path: (id) => `/api/trials/${id}`,
    scope: 'trials:read',
    show: async (ctx, id) => {
      const trial = await findTrial(ctx, id);
      return trial && trialAnswer(trial, ctx.clock.now());
    },
  },
  voucher: {
    type: 'voucher',
    ids: allOf('voucher'),
    path: (_, entry) => `/api/vouchers/batches/${firstNamed(entry, 'voucherBatch')}/codes`,
    scope: 'vouchers:read',
    // As the list of codes shows it, without the code, which is a secret.
    show: async (_, id, entry) => ({
      id,
      batchId: firstNamed(entry, 'voucherBatch'),
      redeemed: true,
      redeemedBy: firstNamed(entry, 'customer'),
      redeemedAt: entry.occurredAt.toISOString(),
      contents: entry.data['contents'],
    }),
  },
  customer: {
    type: 'customer',
    ids: allOf('customer'),
    path: (id) => `/api/customers/${id}`,
    scope: 'customers:read',
    show: async (ctx, id) => {
      const customer = await findCustomer(ctx, id);
      return customer && singleAnswer(ctx, customer);
    },
  },
  release: {
    type: 'release',
    ids: (entry) => [`${firstNamed(entry, 'product')}/${String(entry.data['version'])}`],
    path: (_, entry) =>
      `/api/products/${firstNamed(entry, 'product')}/releases/${String(entry.data['version'])}`,
    scope: 'releases:read',
    show: async (ctx, _, entry) => {
      const productId = firstNamed(entry, 'product');
      const release = await findRelease(ctx, { productId, version: String(entry.data['version']) });
      return release && { productId, ...(await presentRelease(ctx, release)) };
    },
  },
  product: {
    type: 'product',
    ids: allOf('product'),
    path: (id) => `/api/products/${id}`,
    scope: 'products:read',
    show: async (ctx, id) => {
      const product = await findProduct(ctx, id);
      return product && (await productPresenter(ctx, [product]))(product);
    },
  },
  coupon: {
    type: 'coupon',
    ids: allOf('coupon'),
    path: (id) => `/api/coupons/${id}`,
    scope: 'coupons:read',
    show: async (ctx, id, entry) => {
      const coupon = await findCoupon(ctx, id);
      const { amountMinor, currency, isBeyondLimit } = entry.data;
      return (
        coupon && {
          ...couponAnswer(coupon),
          use: {
            orderId: firstNamed(entry, 'order'),
            codeId: firstNamed(entry, 'couponCode'),
            discount: amountIn(String(currency))(Number(amountMinor)),
            beyondLimit: isBeyondLimit,
          },
        }
      );
    },
  },
  account: {
    type: 'account',
    ids: ({ accountId }) => [accountId],
    path: () => '/api/settings',
    scope: 'settings:read',
    show: async (ctx, id) => {
      const account = await findAccount(ctx, id);
      return account && settingsAnswer(ctx, account);
    },
  },
  operator: {
    type: 'operator',
    ids: allOf('operator'),
    path: (id) => `/api/operators/${id}`,
    scope: 'operators:read',
    show: async (ctx, id) => operatorAnswer(await findOperator(ctx, id)),
    customer: async (_, entry) => operatorPerson(firstNamed(entry, 'operator')),
  },
  webhook: {
    type: 'webhook',
    ids: allOf('webhook'),
    path: (id) => `/api/webhooks/${id}`,
    scope: 'webhooks:read',
    // Of the URL only the origin: in the forms for chats, whoever knows the rest can post there.
    show: async (ctx, id) => {
      const endpoint = endpointAnswer(ctx, await findEndpoint(ctx, id));
      return { ...endpoint, url: new URL(endpoint.url).origin };
    },
  },
} as const satisfies Readonly<Record<string, Resource>>;

async function showLicenses(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, object>> {
  const [licenses, answer] = await Promise.all([findLicenses(ctx, ids), licenseAnswers(ctx)]);
  return new Map(licenses.map((license) => [license.id, answer(license)]));
}

/** Whose order an entry names: that of a guest belongs to the customer with its address, or to who has its licenses. */
async function customerOfOrder(ctx: Context, entry: JournalEntry): Promise<string | undefined> {
  const id = firstNamed(entry, 'order');
  const { customerId, billing } = (await viewOrder(ctx, id)).order;
  if (customerId !== null) return customerId;
  const customer = billing.email === undefined ? undefined : await findCustomerByEmail(ctx, billing.email);
  const [license] = customer === undefined ? await listLicenses(ctx, { orderId: id, limit: 1 }) : [];
  const buyer = customer?.id ?? license?.customerId;
  return buyer === undefined ? undefined : unprovenBuyer(buyer);
}
