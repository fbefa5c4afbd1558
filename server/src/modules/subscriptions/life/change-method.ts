import type { CommandTx, Context } from '../../accounts/index.ts';
import { findCustomer } from '../../customers/index.ts';
import {
  type Continuation,
  type MethodOwner,
  type MethodSetup,
  startMethodSetup,
} from '../../payments/index.ts';
import { dropMethod } from '../drop-method.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { type LockedSubscription, lockWithOrder } from '../locked-subscription.ts';
import { subscriptionEnded } from '../problems.ts';
import { readSubscription } from '../store.ts';
import { wakeHeldJob } from '../renewals/wake-held-job.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { Subscription } from '../tables.ts';

const OWNER = 'Subscription';

/**
 * Lets the buyer save another payment method for a subscription, without paying: the next step, and the id of a payment
 * of nothing, whose outcome `trySettlePayment` records when the buyer returns. Once it is saved, it pays an open
 * renewal at once. Raises `SubscriptionEnded`, and what `startMethodSetup` raises.
 */
export function startMethodChange(
  ctx: Context,
  { id, currency, endedAt, status }: Subscription,
  setup: Pick<MethodSetup, 'payer' | 'billing' | 'visit'>,
): ReturnType<typeof startMethodSetup> {
  if (endedAt !== null || status === 'Completed') throw subscriptionEnded();
  return startMethodSetup(ctx, { ...setup, owner: { kind: OWNER, id }, currency });
}

/**
 * The same for the customer of a subscription, without other input: their next step, or null when there is none. Raises
 * the same.
 */
export async function changeMethod(
  ctx: Context,
  subscription: Subscription,
  { returnUrl, locale }: { readonly returnUrl: string; readonly locale?: string | undefined },
): Promise<Continuation | null> {
  const { customerId, awaitsEmailKey, billing } = subscription;
  const customer = awaitsEmailKey === null ? await findCustomer(ctx, customerId) : undefined;
  const { name = '', email = '' } = billing;
  const { continuation } = await startMethodChange(ctx, subscription, {
    payer: { name: customer?.name ?? name, email: customer?.email ?? email },
    visit: { returnUrl, ...(locale !== undefined && { locale }), input: {} },
  });
  return continuation;
}

/** What saved methods are for: the composition root hands it to the payments. */
export const METHOD_OWNERS: Readonly<Record<string, MethodOwner>> = {
  [OWNER]: {
    async lock(tx, id) {
      if ((await readSubscription(tx, tx.account.id, id)) === undefined) return undefined;
      const locked = await lockWithOrder(tx, id);
      const { endedAt, status } = locked.subscription;
      if (endedAt !== null || status === 'Completed') return undefined;
      return { saved: (methodId) => useMethod(tx, locked, methodId) };
    },
    async connected(tx) {
      await wakeHeldJob.enqueue(tx, {});
    },
  },
};

/**
 * Charges a locked subscription to another method from now on, and an open renewal at once, unless it is held; if a payment of
 * it is on its way, once that has failed.
 */
async function useMethod(
  tx: CommandTx,
  { subscription, isOpen, isPayable }: LockedSubscription,
  methodId: string,
): Promise<void> {
  const { paymentState } = subscription;
  const again = { nextAttemptAt: tx.clock.now(), paymentState: 'Retrying' as const };
  const changed = await updateSubscription(
    tx,
    subscription,
    { methodId, ...(isOpen && paymentState !== 'Held' && again) },
    { isOpen, isPayable },
  );
  await dropMethod(tx, subscription);
  recordSubscriptionEvent(tx, 'subscription.method-changed', changed);
}
