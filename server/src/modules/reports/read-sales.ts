import type { QueryContext } from '../accounts/index.ts';
import { creditedLines, creditLines, type DocumentLine, reversedNotes } from '../documents/index.ts';
import { type Order, ORDER_KIND, ordersPaidIn, ordersWithIds, soldLinesOf } from '../orders/index.ts';
import { type Payment, paymentsOf, type Refund, refundsSettledIn } from '../payments/index.ts';
import type { Campaign, MoneyLine, Movement, PaymentMode, UsedCoupon } from './domain/figures.ts';

/** Two moments: the first is included, the second is not. */
interface Span {
  readonly from: Date;
  readonly to: Date;
}

const PAGE = 500;

/** A movement with its moment. */
export interface DatedMovement extends Movement {
  readonly at: Date;
  /** When its order was paid. */
  readonly soldAt: Date;
  /** The payment provider calculated the taxes, or is the seller: its own reports have them. */
  readonly isDeclaredByProvider: boolean;
}

/** When the first order of an account was paid; `undefined`: none was. Nothing moved before. */
export async function firstMovementAt(ctx: QueryContext): Promise<Date | undefined> {
  const [first] = await ordersPaidIn(ctx, { from: new Date(0), to: ctx.clock.now(), limit: 1 });
  return first?.paidAt ?? undefined;
}

/**
 * The orders that were paid in a span, the refunds that succeeded in it, and those whose money came back in it. Orders for
 * which nothing was due are none. A refund that has no credit note of ours and failed after all is as if it had never been.
 */
export async function readMovements(ctx: QueryContext, span: Span): Promise<DatedMovement[]> {
  return [
    ...(await paidOrders(ctx, span)),
    ...(await refundMovements(ctx, span)),
    ...(await failedMovements(ctx, span)),
  ];
}

async function paidOrders(ctx: QueryContext, span: Span): Promise<DatedMovement[]> {
  const movements: DatedMovement[] = [];
  let after: { readonly at: Date; readonly id: string } | undefined;
  do {
    const orders: readonly Order[] = await ordersPaidIn(ctx, { ...span, after, limit: PAGE });
    const payments = await successesOf(
      ctx,
      orders.map(({ id }) => id),
    );
    for (const order of orders) {
      const payment = payments.get(order.id);
      const { paidAt: at } = order;
      if (at === null || payment === undefined || payment.amountMinor === 0) continue;
      const lines = soldLinesOf(order, payment).map((line) => moneyOf(line, order));
      movements.push({
        kind: 'Order',
        at,
        ...saleOf({ order, soldAt: at, payment }),
        currency: order.currency,
        lines,
      });
    }
    const last = orders.length < PAGE ? undefined : orders.at(-1);
    after = last?.paidAt ? { at: last.paidAt, id: last.id } : undefined;
  } while (after !== undefined);
  return movements;
}

async function refundMovements(ctx: QueryContext, span: Span): Promise<DatedMovement[]> {
  const refunds = (await refundsSettledIn(ctx, span)).filter(
    ({ subjectKind, amountMinor }) => subjectKind === ORDER_KIND && amountMinor > 0,
  );
  const orderIds = [...new Set(refunds.map(({ subjectId }) => subjectId))];
  const [payments, orders, notes] = await Promise.all([
    successesOf(ctx, orderIds),
    ordersWithIds(ctx, orderIds),
    creditedLines(
      ctx,
      refunds.map(({ id }) => id),
    ),
  ]);
  return refunds.flatMap((refund) => {
    const order = orders.get(refund.subjectId);
    const payment = payments.get(refund.subjectId);
    // Money that paid nothing was no sale, so its return is none either.
    const { settledAt: at } = refund;
    const soldAt = order?.paidAt ?? null;
    if (at === null || soldAt === null || order === undefined || payment?.id !== refund.paymentId) return [];
    const credited = notes.get(refund.id) ?? shareOf(refund, soldLinesOf(order, payment));
    const lines = credited.map((line) => moneyOf(line, order));
    const { currency } = refund;
    const sale = saleOf({ order, soldAt, payment });
    return [{ kind: 'Refund' as const, at, ...sale, currency, lines }];
  });
}

/** Refunds that failed after they had succeeded, and their failures, each when its document was issued. */
async function failedMovements(ctx: QueryContext, span: Span): Promise<DatedMovement[]> {
  const notes = await reversedNotes(ctx, span);
  const orderIds = [...new Set(notes.map(({ orderId }) => orderId))];
  const [payments, orders] = await Promise.all([successesOf(ctx, orderIds), ordersWithIds(ctx, orderIds)]);
  return notes.flatMap(({ kind, orderId, issuedAt: at, facts }) => {
    const order = orders.get(orderId);
    const payment = payments.get(orderId);
    const soldAt = order?.paidAt ?? null;
    if (order === undefined || payment === undefined || soldAt === null) return [];
    return [
      {
        kind: kind === 'Reversal' ? ('Reversal' as const) : ('Refund' as const),
        at,
        ...saleOf({ order, soldAt, payment }),
        currency: facts.currency,
        lines: facts.lines.map((line) => moneyOf(line, order)),
      },
    ];
  });
}

/** What a movement tells of its order. */
function saleOf({
  order,
  soldAt,
  payment,
}: {
  readonly order: Order;
  readonly soldAt: Date;
  readonly payment: Payment;
}) {
  return {
    soldAt,
    isDeclaredByProvider: isDeclaredByProvider(order, payment),
    mode: modeOf(payment),
    ...attributionOf(order),
  };
}

async function successesOf(ctx: QueryContext, orderIds: readonly string[]): Promise<Map<string, Payment>> {
  const payments = await paymentsOf(ctx, { kind: ORDER_KIND, ids: orderIds });
  return new Map(payments.map((payment) => [payment.subjectId, payment]));
}

/** What led to an order: the campaign of its visitor, and the coupons that reduced it. */
function attributionOf({ utm, content }: Order): { campaign: Campaign; coupons: UsedCoupon[] } {
  const { source = null, medium = null, campaign = null } = utm;
  const coupons = (content?.quote.coupons ?? [])
    .filter(({ amountMinor }) => amountMinor > 0)
    .map(({ couponId, name }) => ({ couponId, name }));
  return { campaign: { source, medium, campaign }, coupons };
}

function isDeclaredByProvider({ content }: Order, { terms }: Pick<Payment, 'terms'>): boolean {
  const lines = content?.quote.lines ?? [];
  const isOurs = lines.some(({ tax }) => tax !== undefined && tax.reason !== 'Provider');
  return terms?.merchantOfRecord === true || !isOurs;
}

function modeOf({ terms }: Pick<Payment, 'terms'>): PaymentMode {
  return terms?.isTest === true ? 'Test' : 'Live';
}

/** The lines of a refund without a credit note of ours: its amount, spread over the whole order. */
function shareOf({ id, amountMinor }: Refund, sold: readonly DocumentLine[]): readonly DocumentLine[] {
  const soldMinor = sold.reduce((sum, { grossMinor }) => sum + grossMinor, 0);
  if (amountMinor <= soldMinor) return creditLines(sold, [], { amountMinor });
  // A provider that converts money may return more than was paid.
  const whole = { lineId: id, title: '', quantity: null, netMinor: amountMinor, taxMinor: 0 };
  return [{ ...whole, grossMinor: amountMinor, tax: null }];
}

function moneyOf(line: DocumentLine, { content }: Order): MoneyLine {
  const item = content?.quote.lines.find(({ id }) => id === line.lineId)?.item;
  const { tax, quantity } = line;
  return {
    itemId: item?.id ?? line.title,
    units: quantity ?? 0,
    grossMinor: Math.abs(line.grossMinor),
    taxMinor: Math.abs(line.taxMinor),
    tax:
      tax === null
        ? null
        : { country: tax.country, region: tax.region, basisPoints: tax.basisPoints, reason: tax.reason },
  };
}
