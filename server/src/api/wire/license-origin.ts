import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import type { Catalog } from '../../modules/catalog/index.ts';
import type { License } from '../../modules/licensing/index.ts';
import { numbersOfOrders } from '../../modules/orders/index.ts';
import { subscriptionsWithIds } from '../../modules/subscriptions/index.ts';
import { nextPaymentAt } from './subscription.ts';

/** What tells the licenses of a product apart: how their owner came by them, and how they go on. */
export const licenseOriginFields = {
  variationName: Type.Optional(Type.String({ description: 'Of the variation it was bought in.' })),
  bundleName: Type.Optional(Type.String({ description: 'The bundle that it came with.' })),
  orderNumber: Type.Optional(Type.String({ description: 'The order of its owner that it came with.' })),
  nextPaymentScheduledAt: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'When its subscription is charged next. Absent if it ends, or a charge has failed.',
    }),
  ),
};

const LicenseOrigin = Type.Object(licenseOriginFields);

/** Reads together where these licenses of a customer come from. */
export async function originsOf(
  ctx: Context,
  catalog: Catalog,
  { customerId, licenses }: { readonly customerId: string; readonly licenses: readonly License[] },
): Promise<(license: License) => Static<typeof LicenseOrigin>> {
  const [orderNumbers, subscriptions] = await Promise.all([
    numbersOfOrders(ctx, distinct(licenses.map(({ orderId }) => orderId)), customerId),
    subscriptionsWithIds(ctx, distinct(licenses.map(({ subscriptionId }) => subscriptionId))),
  ]);
  return ({ variationId, orderId, subscriptionId }) => {
    const variation = catalog.variation(variationId ?? '');
    const bundle = catalog.bundle(variation?.bundleId ?? '');
    const orderNumber = orderNumbers.get(orderId ?? '');
    const subscription = subscriptions.get(subscriptionId ?? '');
    const scheduledAt = subscription?.paymentState === 'Paid' ? nextPaymentAt(subscription) : null;
    return {
      ...(variation !== undefined && { variationName: variation.name }),
      ...(bundle !== undefined && { bundleName: bundle.name }),
      ...(orderNumber !== undefined && { orderNumber }),
      ...(scheduledAt !== null && { nextPaymentScheduledAt: scheduledAt }),
    };
  };
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
