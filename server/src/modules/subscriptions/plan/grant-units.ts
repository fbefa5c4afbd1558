import type { CommandTx } from '../../accounts/index.ts';
import { grantLicenses, subscribedLicenses, suspendLicenses } from '../../licensing/index.ts';
import type { Subscription } from '../tables.ts';
import { limitsIn } from './new-terms.ts';

/**
 * Grants the licenses of units that begin with a renewal without an order, because it costs nothing; they end with the
 * others, and are suspended with them during a dispute. The caller holds the lock of the subscription, and has extended it.
 */
export async function grantUnits(tx: CommandTx, subscription: Subscription, units: number): Promise<void> {
  if (units === 0) return;
  const { id, customerId, awaitsEmailKey, variationId, expiresAt, holdReason } = subscription;
  const { productIds } = await subscribedLicenses(tx, id);
  for (const productId of productIds)
    await grantLicenses(tx, {
      subscriptionId: id,
      customerId,
      awaitsEmailKey: awaitsEmailKey ?? undefined,
      productId,
      quantity: units,
      expiresAt,
      variationId,
      ...(await limitsIn(tx, variationId, productId)),
    });
  if (holdReason === 'Disputed') await suspendLicenses(tx, { subscriptionId: id });
}
