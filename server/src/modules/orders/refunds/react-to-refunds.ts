import type { CommandTx } from '../../accounts/index.ts';
import { issueCreditNote, type OrderDocument, reverseCreditNote } from '../../documents/index.ts';
import {
  recordKeptLicenses,
  restoreReturnedLicenses,
  restoreSuspendedLicenses,
  type ReturnedUnits,
  revokeReturnedLicenses,
  suspendLicenses,
} from '../../licensing/index.ts';
import { type LockedPayable, type Refund, remainingMoney } from '../../payments/index.ts';
import { refundMoney, refundPaidRest, refundRest, returnsOf } from '../domain/refund-lines.ts';
import type { Order, OrderRefund } from '../tables.ts';
import { resumePurchaseGrace } from '../purchase/purchase-grace.ts';
import { releaseCoupons, resumeDelivery } from './cancel-delivery.ts';
import { queueRefundMail, queueReversalMail } from './refund-mail.ts';
import { recordReturn, soldLines } from './sold-lines.ts';
import {
  countReturned,
  deleteOrderRefund,
  markEffective,
  readOrderRefunds,
  refundsOfOrder,
} from './store-refunds.ts';
import { markUndueMoney } from './undue-money.ts';

/** The reactions of an order to refunds and disputes. The caller holds its lock. */
export function refundReactions(
  tx: CommandTx,
  order: Order,
): Pick<LockedPayable, 'refundOpened' | 'refunded' | 'refundFailed' | 'suspended' | 'restored'> {
  return {
    async refundOpened(refund, payment) {
      // A payment that bought nothing granted nothing.
      if (payment.status !== 'Succeeded') return markUndueMoney(tx, order);
      const sold = await soldLines(tx, order);
      const isDispute = refund.origin === 'Dispute';
      const isWhole = remainingMoney(payment)?.leftMinor === 0;
      const restOf = async () =>
        isDispute
          ? refundRest(sold)
          : refundPaidRest(sold, await tx.orders.recurring.paidByOthers(tx, order));
      const lines = isWhole ? await restOf() : refundMoney(sold, refund.amountMinor);
      await recordReturn(tx, order, { refundId: refund.id, lines, revokesLicenses: true });
      await markUndueMoney(tx, order);
      const returned = { refundId: refund.id, lines: returnsOf(sold, lines), revokesLicenses: true };
      await tx.orders.recurring.returned(tx, order, { ...returned, isRequested: false, isDispute });
    },
    async refunded(refund) {
      const [part] = await readOrderRefunds(tx, order.accountId, [refund.id]);
      if (part !== undefined) await takeEffect(tx, order, part);
      await releaseCoupons(tx, order, refund.paymentId);
      // The series of document numbers is the last lock.
      const creditNote = part && (await creditRefund(tx, order, part, refund));
      const lines = part?.lines ?? [];
      const isOfOrder = part !== undefined;
      await queueRefundMail(tx, order, { refund, lines, document: creditNote, isOfOrder });
    },
    async refundFailed(refund) {
      const [part] = await readOrderRefunds(tx, order.accountId, [refund.id]);
      if (part === undefined) return markUndueMoney(tx, order);
      await countReturned(tx, order, part.lines, -1);
      await deleteOrderRefund(tx, part);
      await markUndueMoney(tx, order);
      if (part.isEffective) await undoEffect(tx, order, { part, paymentId: refund.paymentId });
      await resumeDelivery(tx, order);
      const lines = returnsOf(await soldLines(tx, order), part.lines);
      await tx.orders.recurring.returnFailed(tx, order, { ...part, lines });
      await tx.orders.refundFailed(tx, part);
      if (!part.isEffective) return;
      // The series of document numbers is the last lock.
      const reversal = await reverseCreditNote(tx, { orderId: order.id, refundId: refund.id });
      await queueReversalMail(tx, order, { refund, lines: part.lines, document: reversal, isOfOrder: true });
    },
    ...disputeReactions(tx, order),
  };
}

function disputeReactions(tx: CommandTx, order: Order): Pick<LockedPayable, 'suspended' | 'restored'> {
  return {
    async suspended(payment) {
      // Licenses that another payment paid for stay unchanged.
      if (payment.status !== 'Succeeded') return;
      await suspendLicenses(tx, { orderId: order.id });
      await tx.orders.recurring.suspended(tx, order);
    },
    async restored(payment) {
      if (payment.status !== 'Succeeded') return;
      const except = await tx.orders.recurring.restored(tx, order);
      await restoreSuspendedLicenses(tx, { orderId: order.id }, except);
      await resumePurchaseGrace(tx, order.accountId, payment.id);
    },
  };
}

async function takeEffect(tx: CommandTx, order: Order, part: OrderRefund): Promise<void> {
  await markEffective(tx, part);
  const units = await returnedUnits(tx, order, part);
  if (units.length > 0) await revokeReturnedLicenses(tx, order.id, units);
  const gifts = giftsOf(part);
  if (gifts.length > 0) await recordKeptLicenses(tx, order.id, gifts, { isFree: true });
}

/** The bank of the buyer returned the refund: the buyer has the licenses again. */
async function undoEffect(
  tx: CommandTx,
  order: Order,
  { part, paymentId }: { readonly part: OrderRefund; readonly paymentId: string },
): Promise<void> {
  const units = await returnedUnits(tx, order, part);
  if (units.length > 0) await restoreReturnedLicenses(tx, order.id, units);
  const gifts = giftsOf(part);
  if (gifts.length > 0) await recordKeptLicenses(tx, order.id, gifts, { isFree: false });
  await resumePurchaseGrace(tx, order.accountId, paymentId);
}

/** The units whose money goes back while their buyer keeps the licenses: they were not paid for any more. */
function giftsOf({ lines, revokesLicenses }: OrderRefund): ReturnedUnits[] {
  if (revokesLicenses) return [];
  return lines
    .filter(({ quantity, amountMinor }) => quantity > 0 && amountMinor > 0)
    .map(({ lineId, quantity }) => ({ lineId, quantity, returnedInAll: quantity }));
}

/** The units whose licenses a refund revokes, with those of all currently effective refunds. */
async function returnedUnits(
  tx: CommandTx,
  order: Order,
  { lines, revokesLicenses }: OrderRefund,
): Promise<ReturnedUnits[]> {
  const returned = lines.filter(({ quantity }) => quantity > 0);
  if (!revokesLicenses || returned.length === 0) return [];
  const effective = (await refundsOfOrder(tx, order))
    .filter((refund) => refund.isEffective && refund.revokesLicenses)
    .flatMap((refund) => refund.lines);
  return returned.map(({ lineId, quantity }) => ({
    lineId,
    quantity,
    returnedInAll: effective
      .filter((line) => line.lineId === lineId)
      .reduce((sum, line) => sum + line.quantity, 0),
  }));
}

/**
 * Issues the credit note of a refund; undefined where there is nothing to correct: free units change neither a price
 * nor a tax.
 */
async function creditRefund(
  tx: CommandTx,
  order: Order,
  { lines }: OrderRefund,
  { id: refundId, reason, taxMinor }: Refund,
): Promise<OrderDocument | undefined> {
  const credits = lines.filter(({ amountMinor }) => amountMinor > 0);
  const amountMinor = credits.reduce((sum, line) => sum + line.amountMinor, 0);
  if (amountMinor === 0) return undefined;
  const refunds = await refundsOfOrder(tx, order);
  try {
    return await issueCreditNote(tx, {
      orderId: order.id,
      refundId,
      effectiveRefundIds: refunds.map((refund) => refund.refundId),
      amountMinor: amountMinor + taxMinor,
      // Tax that the provider charged on top is a part of the document's lines, but not of the refund's.
      ...(taxMinor === 0 && {
        lines: credits.map(({ lineId, quantity, amountMinor: grossMinor }) => ({
          lineId,
          grossMinor,
          ...(quantity > 0 && { quantity }),
        })),
      }),
      ...(reason !== null && { reason }),
    });
  } catch (error) {
    // The money has been returned, whatever documents say.
    if (!(error instanceof RangeError)) throw error;
    tx.log.error(
      { err: error, orderId: order.id, refundId },
      'a refund has no credit note: issue it by hand',
    );
    return undefined;
  }
}
