import { Problem } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import { type CommandTx, type Context, defineAccountJob } from '../accounts/index.ts';
import {
  noteRefusedReturn,
  type Order,
  orderSubject,
  owedMinor,
  oweMoney,
  performOrderRefund,
  returnOwedMoney,
} from '../orders/index.ts';
import { listRefunds } from '../payments/index.ts';

const REASON = 'The subscription had ended, or had changed, before the payment arrived.';
const PAID_TWICE = 'A part of this was paid by the renewal already.';

const DAY_MS = 24 * 3_600_000;
/** How soon it is tried again to return what could not be returned. */
const AGAIN_MS = DAY_MS;
/** After as many failed refunds, the vendor returns it in another way: a refund that went through later would pay twice. */
const MOST_FAILURES = 3;
const MOST_REFUNDS = 100;

/**
 * Has money returned that arrived for what was no longer open, or after a change of its plan no longer held; with `surplus`,
 * only what a payoff paid too much, a share of its line. It is owed until refunds come to it. The caller holds the lock of
 * the order.
 */
export async function returnMoney(
  tx: CommandTx,
  orderId: string,
  surplus?: { readonly lineId: string; readonly part: number; readonly whole: number },
): Promise<void> {
  const reason = surplus === undefined ? REASON : PAID_TWICE;
  if (await oweMoney(tx, { orderId, share: surplus, reason })) await returnMoneyJob.enqueue(tx, { orderId });
}

/**
 * A refund of an order has failed: what is owed again goes back after a day, then after two. The third failure ends it: the
 * order stays in the list of those with money that is not due. The caller holds the lock of the order.
 */
export async function returnAgain(tx: CommandTx, order: Order): Promise<void> {
  if ((await owedMinor(tx, order)) === 0) return;
  const refunds = await listRefunds(tx, { ...orderSubject(order), limit: MOST_REFUNDS });
  const failures = refunds.filter(({ status }) => status === 'Failed').length;
  if (failures >= MOST_FAILURES) {
    tx.log.error({ orderId: order.id, failures }, 'refunds of owed money fail: return it in another way');
    return;
  }
  const pauseMs = AGAIN_MS * 2 ** Math.max(0, failures - 1);
  await returnMoneyJob.enqueue(tx, { orderId: order.id }, new Date(tx.clock.now().getTime() + pauseMs));
}

/**
 * Returns what is still owed of an order: refunds of it that somebody else has made since count. A refusal, such as during a
 * dispute, is in the journal once, and it is tried again every day, until nothing is owed.
 */
export const returnMoneyJob = defineAccountJob(
  'subscriptions.return-money',
  // `isAgain`: it could not be returned before.
  Type.Object({ orderId: Type.String(), isAgain: Type.Optional(Type.Boolean()) }),
  async (ctx: Context, { orderId, isAgain = false }, job) => {
    const refund = await transaction(ctx, async (tx) => {
      await job.finish(tx);
      return returnOwedMoney(tx, orderId);
    }).catch(async (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      const reason = error.detail ?? error.title;
      ctx.log.error({ orderId, reason }, 'money of a subscription could not be returned: refund this order');
      await transaction(ctx, async (tx) => {
        await job.finish(tx);
        const at = new Date(tx.clock.now().getTime() + AGAIN_MS);
        if (await noteRefusedReturn(tx, orderId, { reason, isTold: isAgain }))
          await returnMoneyJob.enqueue(tx, { orderId, isAgain: true }, at);
      });
      return undefined;
    });
    if (refund !== undefined) await performOrderRefund(ctx, refund.id);
  },
);
