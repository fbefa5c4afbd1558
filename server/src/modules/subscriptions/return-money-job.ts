import { Problem } from '../../kernel/problem.ts';
import { Type } from '../../kernel/schema.ts';
import { transaction } from '../../platform/context/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ensureJob } from '../../platform/jobs/enqueue-job.ts';
import { type CommandTx, type Context, defineAccountJob } from '../accounts/index.ts';
import {
  getOrder,
  giveUpReturn,
  noteRefusedReturn,
  type Order,
  orderSubject,
  type OwedOrder,
  owedMinor,
  oweMoney,
  performOrderRefund,
  returnOwedMoney,
} from '../orders/index.ts';
import { listRefunds, successfulPayment } from '../payments/index.ts';

const REASON = 'The subscription had ended, or had changed, before the payment arrived.';
const SURPLUS = {
  PaidTwice: 'A part of this was paid by the renewal already.',
  UnitsBack: 'A part of this was for licenses that had gone back before the payment arrived.',
};

/** A share of a line that was paid too much. */
interface Surplus {
  readonly lineId: string;
  readonly part: number;
  readonly whole: number;
  readonly reason: keyof typeof SURPLUS;
}

const DAY_MS = 24 * 3_600_000;
/** How soon it is tried again to return what could not be returned. */
const AGAIN_MS = DAY_MS;
/** After as many failed refunds, the vendor returns it in another way: a refund that went through later would pay twice. */
const MOST_FAILURES = 3;
const MOST_REFUNDS = 100;

/**
 * Has money returned that arrived for what was no longer open, or after a change of its plan no longer held; with `surplus`,
 * only what was paid too much, a share of a line. It is owed until refunds come to it. The caller holds the lock of
 * the order.
 */
export async function returnMoney(tx: CommandTx, orderId: string, surplus?: Surplus): Promise<void> {
  const reason = surplus === undefined ? REASON : SURPLUS[surplus.reason];
  const share = surplus && {
    ...surplus,
    ...(surplus.reason === 'UnitsBack' && { isOfUnits: true as const }),
  };
  if (await oweMoney(tx, { orderId, share, reason }))
    await ensureReturn(tx, tx, { accountId: tx.account.id, orderId });
}

type Debt = Pick<OwedOrder, 'accountId' | 'orderId'>;

/** The id of the job that returns the owed money of an order: there is one at most. */
export function returnJobId({ accountId, orderId }: Debt): string {
  return `${returnMoneyJob.kind}/${accountId}/${orderId}`;
}

/** Lets the owed money of an order be returned, at `runAt` or earlier; absent: now. A dead job of it lives again. */
export function ensureReturn(
  { clock }: Pick<CommandTx, 'clock'>,
  tx: Tx,
  { accountId, orderId, isAgain = false }: Debt & { readonly isAgain?: boolean },
  runAt = clock.now(),
): Promise<void> {
  const id = returnJobId({ accountId, orderId });
  const payload = { orderId, ...(isAgain && { isAgain }) };
  return ensureJob({ clock }, tx, { id, accountId, kind: returnMoneyJob.kind, payload, runAt });
}

/**
 * A refund of an order has failed: what is owed again goes back after a day, then after two. The third failure ends it: the
 * order stays in the list of those with money that is not due. The caller holds the lock of the order.
 */
export async function returnAgain(tx: CommandTx, order: Order): Promise<void> {
  if ((await owedMinor(tx, order)) === 0) return;
  const { id: orderId, accountId } = order;
  const failures = await countFailures(tx, order);
  if (failures >= MOST_FAILURES) {
    await giveUpReturn(tx, order);
    tx.log.error({ orderId, failures }, 'refunds of owed money fail: return it in another way');
    return;
  }
  const pauseMs = AGAIN_MS * 2 ** Math.max(0, failures - 1);
  await ensureReturn(tx, tx, { accountId, orderId }, new Date(tx.clock.now().getTime() + pauseMs));
}

/** The refunds of the payment that paid an order that have failed since its money is owed. */
async function countFailures(tx: CommandTx, order: Order): Promise<number> {
  const payment = await successfulPayment(tx, orderSubject(order));
  const since = new Date(order.owed?.since ?? 0);
  const refunds = await listRefunds(tx, { ...orderSubject(order), limit: MOST_REFUNDS });
  return refunds.filter(
    ({ status, paymentId, createdAt }) =>
      status === 'Failed' && paymentId === payment?.id && createdAt >= since,
  ).length;
}

/**
 * Returns what is still owed of an order: refunds of it that somebody else has made since count. A refusal, such as during a
 * dispute, is in the journal once, and it is tried again every day, until nothing is owed. What was given up stays.
 */
export const returnMoneyJob = defineAccountJob(
  'subscriptions.return-money',
  // `isAgain`: it could not be returned before.
  Type.Object({ orderId: Type.String(), isAgain: Type.Optional(Type.Boolean()) }),
  async (ctx: Context, { orderId, isAgain = false }, job) => {
    if ((await getOrder(ctx, orderId)).owed?.isGivenUp === true) return;
    // The order is locked before its job, as where money becomes owed: that waits, and then asks for another job.
    const refund = await transaction(ctx, async (tx) => {
      const opened = await returnOwedMoney(tx, orderId);
      await job.finish(tx);
      return opened;
    }).catch(async (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      const reason = error.detail ?? error.title;
      ctx.log.error({ orderId, reason }, 'money of a subscription could not be returned: refund this order');
      await transaction(ctx, async (tx) => {
        const isOwed = await noteRefusedReturn(tx, orderId, { reason, isTold: isAgain });
        await job.finish(tx);
        const at = new Date(tx.clock.now().getTime() + AGAIN_MS);
        const again = { accountId: tx.account.id, orderId, isAgain: true };
        if (isOwed) await ensureReturn(tx, tx, again, at);
      });
      return undefined;
    });
    if (refund !== undefined) await performOrderRefund(ctx, refund.id);
  },
);
