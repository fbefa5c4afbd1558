import type { Checkout, CheckoutLine, WithdrawnLine } from '../api/checkout.ts';

/** A row of the order: a purchased item, or one that the shop has withdrawn. */
export type SummaryRow =
  | { readonly kind: 'Line'; readonly line: CheckoutLine }
  | { readonly kind: 'Withdrawn'; readonly line: WithdrawnLine };

/** All lines of a cart in its order: withdrawn ones stay in their place. */
export function summaryRows({
  lines,
  withdrawnLines,
}: Pick<Checkout, 'lines' | 'withdrawnLines'>): SummaryRow[] {
  const rows: SummaryRow[] = lines.map((line) => ({ kind: 'Line', line }));
  for (const line of withdrawnLines) rows.splice(line.position, 0, { kind: 'Withdrawn', line });
  return rows;
}

/** Whether the row has a message for the buyer. */
export function isMarked(row: SummaryRow): boolean {
  return row.kind === 'Withdrawn' || row.line.refusals !== undefined;
}

/** A reduction of the order. */
export interface Reduction {
  readonly name: string;
  readonly amount: number;
  /** Of a coupon. */
  readonly code?: string;
}

type Reduced = Pick<Checkout, 'lines' | 'total' | 'couponsApplied'> & Partial<Pick<Checkout, 'cartOffer'>>;

/** By how much the lines of an order are reduced; their prices say so. */
export function reductionOfLines(lines: readonly Pick<CheckoutLine, 'reductions'>[]): number {
  return lines.flatMap(({ reductions }) => reductions).reduce((sum, { amount }) => sum + amount, 0);
}

/** The reductions of the order below its lines, by name: the offer on the cart, coupons, and what is left. */
export function reductionsOf(
  { lines, total, couponsApplied, cartOffer }: Reduced,
  otherName: string,
): Reduction[] {
  const rows: Reduction[] = [
    ...(cartOffer === undefined ? [] : [cartOffer]),
    ...couponsApplied.map(({ code, name, discount }) => ({
      // The coupons of another customer's order have no code here, and stay.
      ...(code === '' ? { name } : { name: `${name} (${code})`, code }),
      amount: discount?.amount ?? 0,
    })),
  ];
  const below = rows.reduce((sum, { amount }) => sum + amount, 0);
  const rest = (total?.discount.amount ?? 0) - reductionOfLines(lines) - below;
  // Amounts have at most four digits after the point; anything smaller is an error of the addition.
  return Math.abs(rest) < 0.000_05 ? rows : [...rows, { name: otherName, amount: rest }];
}
