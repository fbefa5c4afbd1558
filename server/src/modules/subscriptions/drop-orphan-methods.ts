import { Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import type { System } from '../../platform/system.ts';
import { type CommandTx, type Context, defineAccountJob } from '../accounts/index.ts';
import { deleteMethod, lockMethod } from '../payments/index.ts';
import { orphanMethods } from './store-orphan-methods.ts';

const AT_ONCE = 500;

/**
 * Housekeeping, every night: deletes the methods that orders have saved and no subscription is charged to. Payments of
 * changes of a plan once saved some that were never used. Returns 0.
 */
export async function dropOrphanMethods(system: System): Promise<number> {
  const orphans = await orphanMethods(system.database.reader, {}, AT_ONCE);
  if (orphans.length === 0) return 0;
  await system.database.transaction(async (tx) => {
    for (const { accountId, id: methodId } of orphans)
      await dropOrphanMethodJob.enqueueFor(system, tx, accountId, { methodId });
  });
  return 0;
}

/** Deletes such a method, unless a subscription is charged to it by now. */
export const dropOrphanMethodJob = defineAccountJob(
  'subscriptions.drop-orphan-method',
  Type.Object({ methodId: Type.String() }),
  async (ctx: Context, { methodId }, job) => {
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      await lockMethod(tx, methodId);
      const [orphan] = await orphanMethods(tx, { accountId: tx.account.id, id: methodId }, 1);
      if (orphan === undefined) return;
      tx.log.info({ methodId }, 'a payment method that nothing is charged to is deleted');
      await deleteMethod(tx, methodId);
    });
  },
);

/** Deletes the methods that orders of a customer have saved and no subscription is charged to. */
export async function dropOrphanMethodsOf(tx: CommandTx, customerId: string): Promise<void> {
  const orphans = await orphanMethods(tx, { accountId: tx.account.id, customerId }, AT_ONCE);
  for (const { id } of orphans) await deleteMethod(tx, id);
}
