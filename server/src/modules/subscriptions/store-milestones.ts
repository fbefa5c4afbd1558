import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { inList } from '../../platform/database/lists.ts';
import { unindexed } from '../../platform/database/unindexed.ts';
import type { Milestone, Period, Subscription, SubscriptionTables } from './tables.ts';

/** A milestone that leads to a code yet. */
export const NOT_REACHED = { codeId: null, reachedAt: null } as const;

type EarningSubscription = Pick<Subscription, 'accountId' | 'id' | 'createdAt' | 'cyclesFrom' | 'earnsFrom'>;
type SubscriptionKey = Pick<Subscription, 'accountId' | 'id'>;

/** Adds milestones; those that a subscription has already stay as they are. The caller holds its lock. */
export async function insertMilestones(tx: Tx, milestones: readonly Milestone[]): Promise<void> {
  if (milestones.length === 0) return;
  await tx
    .tables<SubscriptionTables>()
    .insertInto('subscriptionMilestones')
    .values([...milestones])
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'subscriptionId', 'variationId', 'afterCycles']).doNothing(),
    )
    .execute();
}

/** The milestones of subscriptions, also those that earlier plans have led to, in the order of their cycles. */
export function listMilestones(
  db: Reader,
  accountId: string,
  subscriptionIds: readonly string[],
): Promise<Milestone[]> {
  return db
    .tables<SubscriptionTables>()
    .selectFrom('subscriptionMilestones')
    .selectAll()
    .where('accountId', '=', accountId)
    .where(inList(db, 'subscriptionId', subscriptionIds))
    .orderBy('afterCycles')
    .execute();
}

/** A paid cycle of a plan, with its order: null for one that was paid where it ran before. */
export type PaidCycle = Pick<Period, 'orderId' | 'units'>;

/** The paid cycles of a plan whose money was kept. */
export function cyclesWithOrders(
  db: Reader,
  { accountId, id, createdAt, cyclesFrom, earnsFrom }: EarningSubscription,
): Promise<PaidCycle[]> {
  return (
    db
      .tables<SubscriptionTables>()
      .selectFrom('subscriptionPeriods')
      .select(['orderId', 'units'])
      .where('accountId', '=', accountId)
      .where('subscriptionId', '=', id)
      .where('number', '>=', earnsFrom ?? cyclesFrom)
      .where(unindexed(sql<boolean>`${sql.ref('state')} = 'Paid'`))
      .where(unindexed(sql<boolean>`${sql.ref('reason')} is null`))
      // A renewal that costs nothing has no order.
      .where(
        unindexed(
          sql<boolean>`(${sql.ref('orderId')} is not null or ${sql.ref('createdAt')} <= ${createdAt})`,
        ),
      )
      .execute()
  );
}

/** Notes the code of a milestone that is reached; null: it is not reached any more. The caller holds the lock of its subscription. */
export async function reachMilestone(
  tx: Tx,
  { accountId, subscriptionId, variationId, afterCycles }: Milestone,
  reached: { readonly codeId: string; readonly reachedAt: Date } | typeof NOT_REACHED,
): Promise<void> {
  await tx
    .tables<SubscriptionTables>()
    .updateTable('subscriptionMilestones')
    .set(reached)
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', subscriptionId)
    .where('variationId', '=', variationId)
    .where('afterCycles', '=', afterCycles)
    .execute();
}

/** Deletes the milestones of a subscription that are not reached. The caller holds its lock. */
export async function dropMilestones(tx: Tx, { accountId, id }: SubscriptionKey): Promise<void> {
  await tx
    .tables<SubscriptionTables>()
    .deleteFrom('subscriptionMilestones')
    .where('accountId', '=', accountId)
    .where('subscriptionId', '=', id)
    .where('codeId', 'is', null)
    .execute();
}
