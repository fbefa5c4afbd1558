import { readerOf } from '../../../platform/context/context.ts';
import type { CommandTx, QueryContext } from '../../accounts/index.ts';
import {
  changeLicenses,
  licensesOfSubscription,
  lockLicensesOfSubscription,
  type PlanLicense,
} from '../store/plan-licenses.ts';
import { recordUpdates } from './record-updates.ts';

/** What a subscription pays for. */
interface SubscribedLicenses {
  readonly productIds: readonly string[];
  /** How many are not revoked; also those past their end. */
  readonly granted: number;
  /** How many units have devices: the most of any of its products. */
  readonly unitsInUse: number;
}

/** The licenses of a subscription. */
export async function subscribedLicenses(
  ctx: QueryContext,
  subscriptionId: string,
): Promise<SubscribedLicenses> {
  const licenses = await licensesOfSubscription(readerOf(ctx), ctx.account.id, subscriptionId);
  return {
    productIds: byProduct(licenses).flatMap((some) => some[0]?.productId ?? []),
    granted: licenses.filter(({ status }) => status === 'Active').length,
    unitsInUse: unitsWithDevices(licenses),
  };
}

/** How many units of a subscription have devices, locked: until the transaction ends, no other unit gets one. */
export async function lockUnitsInUse(tx: CommandTx, subscriptionId: string): Promise<number> {
  return unitsWithDevices(await lockLicensesOfSubscription(tx, tx.account.id, subscriptionId));
}

function unitsWithDevices(licenses: readonly PlanLicense[]): number {
  const inUse = licenses.filter(
    ({ status, activeActivations }) => status === 'Active' && activeActivations > 0,
  );
  return Math.max(0, ...byProduct(inUse).map((some) => some.length));
}

/** What another plan makes of the licenses of each product. */
interface PlanOfLicenses {
  readonly variationId: string;
  /** The limits of their updates; absent in both: none. */
  readonly limitsOf: (productId: string) => {
    readonly updatesUntil?: Date | undefined;
    readonly upToMajor?: number | undefined;
  };
}

/** Gives the licenses of a subscription another plan, inside the caller's transaction: their devices stay. */
export async function changePlanOfLicenses(
  tx: CommandTx,
  subscriptionId: string,
  { variationId, limitsOf }: PlanOfLicenses,
): Promise<void> {
  const licenses = await lockLicensesOfSubscription(tx, tx.account.id, subscriptionId);
  for (const some of byProduct(licenses)) {
    const { updatesUntil = null, upToMajor = null } = limitsOf(some[0]?.productId ?? '');
    await changeLicenses(tx, tx.account.id, some.map(idOf), { variationId, updatesUntil, upToMajor });
    recordUpdates(tx, some, { fields: ['variationId', 'updatesUntil', 'upToMajor'] });
  }
}

/**
 * Ends the licenses of a subscription beyond `keep` of each product at a time, inside the caller's transaction: those
 * without devices first, of these the newest. The subscription pays for them no more. Revoked ones do not count.
 */
export async function endSurplusLicenses(
  tx: CommandTx,
  subscriptionId: string,
  { keep, at }: { readonly keep: number; readonly at: Date },
): Promise<void> {
  const licenses = await lockLicensesOfSubscription(tx, tx.account.id, subscriptionId);
  for (const some of byProduct(licenses.filter(({ status }) => status === 'Active'))) {
    const surplus = some.toSorted(byWorth).slice(keep);
    await changeLicenses(tx, tx.account.id, surplus.map(idOf), { expiresAt: at, subscriptionId: null });
    recordUpdates(tx, surplus, { fields: ['expiresAt', 'subscriptionId'] });
  }
}

/** Those with devices first, and of these, and of the others, the oldest. */
function byWorth(a: PlanLicense, b: PlanLicense): number {
  const use = Number(b.activeActivations > 0) - Number(a.activeActivations > 0);
  const age = a.createdAt.getTime() - b.createdAt.getTime();
  return use || age || (a.id < b.id ? -1 : 1);
}

function byProduct(licenses: readonly PlanLicense[]): PlanLicense[][] {
  return [...Map.groupBy(licenses, ({ productId }) => productId).values()];
}

function idOf({ id }: PlanLicense): string {
  return id;
}
