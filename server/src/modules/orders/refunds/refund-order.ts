import { stepMinor, toDecimal } from '../../../kernel/money.ts';
import { invalidInput } from '../../../kernel/problem.ts';
import type { CommandTx } from '../../accounts/index.ts';
import {
  lockRefundable,
  nothingPaid,
  openRefund,
  type Refund,
  type Refundable,
  refundTooLarge,
} from '../../payments/index.ts';
import { orderSubject } from '../purchase/purchases.ts';
import {
  type LineRefund,
  refundMoney,
  refundPaidRest,
  refundRest,
  refundUnits,
  returnsOf,
  type SoldLine,
} from '../domain/refund-lines.ts';
import { refundExceedsOrder, undueMoneyChanged, unknownOrder } from '../problems.ts';
import type { ReturnDecision } from '../fulfilment/recurring-sales.ts';
import { lockOrder } from '../order/store.ts';
import { cancelDelivery, refuseDuringDelivery } from './cancel-delivery.ts';
import { refuseAffected } from './refuse-affected.ts';
import { recordReturn, soldLines } from './sold-lines.ts';
import { isUndue, markUndueMoney } from './undue-money.ts';

/** A refund that the vendor requests: with neither `lines` nor `amount`, the whole rest. */
export interface OrderRefundRequest {
  readonly orderId: string;
  /** Default: the payment that paid the order. */
  readonly paymentId?: string | undefined;
  /** Units of lines; each line once. */
  readonly lines?: readonly { readonly lineId: string; readonly quantity: number }[] | undefined;
  /** Money without units, in minor units of the payment's currency, which is compared. */
  readonly amount?: { readonly currency: string; readonly amountMinor: number } | undefined;
  /** Only the money of this line is refunded; with `amount`. */
  readonly lineId?: string | undefined;
  /** What becomes of the subscriptions of refunded units; the vendor has to say so where one goes back whole. */
  readonly decision?: ReturnDecision | undefined;
  /** The reason, for the buyer. */
  readonly reason?: string | undefined;
  /** The money has been returned in another way: complete it in this transaction. @see completeElsewhere */
  readonly isElsewhere?: boolean;
  /** Whether the licenses of refunded units are revoked. Must be true if no money is refunded. */
  readonly revokesLicenses: boolean;
  /** Only money that bought nothing. */
  readonly isUndue?: boolean | undefined;
  /** Whether licenses may be taken back that lowered the price of later orders. */
  readonly isConfirmed?: boolean | undefined;
}

/**
 * Reserves a refund of an order, to be performed once this transaction is committed: see `performRefund`. Of a payment
 * that bought nothing (`Surplus`, `Short`), only money is refunded. Free units are refunded with an amount of 0, even
 * in a free order. An order that could not be delivered can be refunded as a whole, and is then never delivered.
 *
 * Raises `NotFound`, `InvalidInput`, `NothingPaid`, `PaymentDisputed`, `OrderInFulfilment`, `RefundExceedsOrder`,
 * `RefundExceedsPayment`, `UndueMoneyChanged` and, unless it is confirmed, `OrdersAffected`.
 */
export async function refundOrder(tx: CommandTx, request: OrderRefundRequest): Promise<Refund> {
  const { orderId, paymentId, reason = null, revokesLicenses, isElsewhere = false } = request;
  const order = await lockOrder(tx, tx.account.id, orderId);
  // Money for a deleted cart must be refundable, too.
  if (order === undefined && paymentId === undefined) throw unknownOrder(orderId);
  if (order?.status === 'Paid') refuseDuringDelivery(tx, order, request);
  const refundable = await lockRefundable(tx, orderSubject({ id: orderId }), paymentId);
  if (request.isUndue === true && !isUndue(refundable.payment))
    throw undueMoneyChanged({ detail: 'This payment has paid the order meanwhile. Nothing was returned.' });
  const isOfOrder = order !== undefined && refundable.payment.status === 'Succeeded';
  const sold = isOfOrder ? await soldLines(tx, order) : [];
  const plan = planOf(refundable, sold, request);
  refuseIdle(plan, refundable, revokesLicenses);
  const { amountMinor, lines } = plan;
  if (isOfOrder && revokesLicenses && request.isConfirmed !== true) await refuseAffected(tx, order, lines);
  const refund = await openRefund(tx, refundable, { amountMinor, reason, isElsewhere });
  if (isOfOrder) await recordReturn(tx, order, { refundId: refund.id, lines, revokesLicenses });
  if (isOfOrder && order.status === 'Paid') await cancelDelivery(tx, order);
  if (order !== undefined && (!isOfOrder || order.hasUndueMoney)) await markUndueMoney(tx, order);
  const { decision } = request;
  const returned = { refundId: refund.id, lines: returnsOf(sold, lines), revokesLicenses };
  if (isOfOrder) await tx.orders.recurring.returned(tx, order, { ...returned, isRequested: true, decision });
  return refund;
}

/** Raises a problem for a refund that would do nothing. */
function refuseIdle(
  { amountMinor, lines }: RefundPlan,
  refundable: Refundable,
  revokesLicenses: boolean,
): void {
  if (amountMinor > 0) return;
  if (lines.length === 0)
    throw refundable.receivedMinor > 0
      ? refundTooLarge(refundable)
      : refundExceedsOrder({ detail: ALL_BACK });
  if (!revokesLicenses)
    throw invalidInput({ errors: { revokeLicenses: ['must be true, because no money goes back'] } });
}

const ALL_BACK = 'All units of the order have gone back, or are on their way back.';
const NO_MONEY =
  'The order cost nothing, so there is no money to give back. To take its units back, leave out the amount.';

interface RefundPlan {
  readonly amountMinor: number;
  readonly lines: readonly LineRefund[];
}

function planOf(
  refundable: Refundable,
  sold: readonly SoldLine[],
  { lines, amount, lineId }: OrderRefundRequest,
): RefundPlan {
  if (lines !== undefined && amount !== undefined)
    throw invalidInput({ errors: { amount: ['must not be given together with lines'] } });
  if (amount !== undefined && refundable.receivedMinor === 0) throw nothingPaid({ detail: NO_MONEY });
  const { leftMinor } = refundable;
  if (lines !== undefined) {
    const plan = planOfLines(sold, lines);
    return plan.amountMinor > 0 && plan.amountMinor === leftMinor ? withFreeUnits(plan, sold) : plan;
  }
  if (amount === undefined) return { amountMinor: leftMinor, lines: refundRest(sold) };
  if (amount.currency !== refundable.currency)
    throw invalidInput({ errors: { 'amount.currency': [`must be ${refundable.currency}, as it was paid`] } });
  if (amount.amountMinor === leftMinor && lineId === undefined)
    return { amountMinor: leftMinor, lines: refundPaidRest(sold) };
  const step = stepMinor(amount.currency);
  if (amount.amountMinor % step !== 0)
    throw invalidInput({
      errors: {
        'amount.amount': [`must be a multiple of ${toDecimal(step, amount.currency)} ${amount.currency}`],
      },
    });
  const some = sold.filter(({ id }) => lineId === undefined || id === lineId);
  return { amountMinor: amount.amountMinor, lines: refundMoney(some, amount.amountMinor) };
}

/** All of the money goes back: the units of other lines that were free do, too. */
function withFreeUnits({ amountMinor, lines }: RefundPlan, sold: readonly SoldLine[]): RefundPlan {
  const lineIds = new Set(lines.map(({ lineId }) => lineId));
  const free = sold.filter(({ id, dueMinor }) => dueMinor === 0 && !lineIds.has(id));
  return { amountMinor, lines: [...lines, ...refundPaidRest(free)] };
}

function planOfLines(
  sold: readonly SoldLine[],
  requested: NonNullable<OrderRefundRequest['lines']>,
): RefundPlan {
  const errors: Record<string, string[]> = {};
  const lines = requested.flatMap(({ lineId, quantity }, index) => {
    const line = sold.find(({ id }) => id === lineId);
    if (requested.findIndex((other) => other.lineId === lineId) < index)
      errors[`lines[${index}].lineId`] = ['is the id of another line as well'];
    if (line === undefined) {
      errors[`lines[${index}].lineId`] = ['is not a line that this payment paid'];
      return [];
    }
    const left = line.quantity - line.returnedQuantity;
    if (quantity > left) throw refundExceedsOrder({ detail: unitsLeft(left, line) });
    return [refundUnits(line, quantity)];
  });
  if (Object.keys(errors).length > 0) throw invalidInput({ errors });
  const amountMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0);
  return { amountMinor, lines };
}

function unitsLeft(left: number, { title, quantity }: SoldLine): string {
  const units = quantity === 1 ? 'unit' : 'units';
  return `${left} of ${quantity} ${units} of ${title} ${left === 1 ? 'is' : 'are'} left to refund.`;
}
