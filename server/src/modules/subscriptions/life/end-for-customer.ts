import type { CommandTx } from '../../accounts/index.ts';
import { dropOrphanMethodsOf } from '../drop-orphan-methods.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { forgetBuyer, runningOfCustomer } from '../store.ts';
import { endNow } from './cancel-subscription.ts';

const AT_ONCE = 100;

/**
 * Ends all subscriptions of a customer and forgets the buyer's details, inside the transaction that erases the
 * customer, whose lock the caller holds: nothing is charged any more. Without `ownsAddress`, what waits for the proof
 * of the address stays for the person who proves it.
 */
export async function endSubscriptionsOf(
  tx: CommandTx,
  customerId: string,
  { ownsAddress }: { readonly ownsAddress: boolean },
): Promise<void> {
  const of = { customerId, withAwaited: ownsAddress };
  for (;;) {
    const running = await runningOfCustomer(tx, tx.account.id, of, AT_ONCE);
    for (const { id } of running) await endNow(tx, await lockWithOrder(tx, id), { isTold: false });
    if (running.length < AT_ONCE) break;
  }
  await dropOrphanMethodsOf(tx, customerId);
  await forgetBuyer(tx, tx.account.id, of);
}
