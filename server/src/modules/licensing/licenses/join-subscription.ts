import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx, QueryContext } from '../../accounts/index.ts';
import { readJoinable, writeJoin } from '../store/join-licenses.ts';
import type { JoinableLicense } from '../tables.ts';
import { recordUpdates } from './record-updates.ts';

/** Licenses of the account by the vendor's own ids. */
export async function licensesByExternalId(
  ctx: QueryContext,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, JoinableLicense>> {
  const licenses = await readJoinable(readerOf(ctx), ctx.account.id, [...new Set(externalIds)]);
  return new Map(licenses.map((license) => [license.externalId ?? '', license]));
}

/** What licenses belong to from now on. */
interface Membership {
  readonly subscriptionId: string;
  readonly orderId: string;
  readonly orderLineId: string;
  readonly variationId: string;
  readonly expiresAt: Date;
}

/**
 * Makes licenses that were issued before those of a subscription, inside the caller's transaction: they end with it, and
 * their devices stay. Throws for one that is perpetual, or that belongs to an order or another subscription by now.
 */
export async function joinSubscription(
  tx: CommandTx,
  licenses: readonly JoinableLicense[],
  membership: Membership,
): Promise<void> {
  const ordinals = new Map<string, number>();
  for (const { id, productId } of licenses) {
    const orderOrdinal = ordinals.get(productId) ?? 0;
    ordinals.set(productId, orderOrdinal + 1);
    if (!(await writeJoin(tx, tx.account.id, id, { ...membership, orderOrdinal })))
      throw new Error(`license ${id} cannot join a subscription`);
  }
  recordUpdates(tx, licenses, { fields: ['expiresAt', 'subscriptionId'] });
}
