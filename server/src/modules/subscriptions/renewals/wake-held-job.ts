import { Type } from '../../../kernel/schema.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type Context, defineAccountJob } from '../../accounts/index.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { listSubscriptions } from '../store.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';

const AT_ONCE = 100;

/** Tries renewals at once that were held because the account was not connected, or its provider refused it. */
export const wakeHeldJob = defineAccountJob(
  'subscriptions.wake-held',
  Type.Object({}),
  async (ctx: Context, _payload, { signal }) => {
    let after: { readonly at: Date; readonly id: string } | undefined;
    do {
      const filter = { paymentState: 'Held', after, limit: AT_ONCE } as const;
      const renewals = await listSubscriptions(ctx.database.reader, ctx.account.id, filter);
      for (const subscription of renewals.filter(isOfConnection)) {
        // What is left is done once the job runs again.
        signal.throwIfAborted();
        await wake(ctx, subscription);
      }
      const last = renewals.length < AT_ONCE ? undefined : renewals[AT_ONCE - 1];
      after = last && { at: last.createdAt, id: last.id };
    } while (after !== undefined);
  },
);

function isOfConnection({ holdReason, nextAttemptAt }: Subscription): boolean {
  return (holdReason === 'NotConnected' || holdReason === 'Provider') && nextAttemptAt !== null;
}

async function wake(ctx: Context, { id }: Subscription): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { subscription, isOpen } = await lockWithOrder(tx, id);
    const { paymentState } = subscription;
    if (paymentState !== 'Held' || !isOpen || !isOfConnection(subscription)) return;
    await updateSubscription(tx, subscription, { nextAttemptAt: tx.clock.now() }, { isOpen });
  });
}
