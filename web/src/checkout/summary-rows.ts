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

/** Explains what happened to a line that the shop has withdrawn. */
export function withdrawalText({ name }: Pick<WithdrawnLine, 'name'>): string {
  return `${name} is no longer available and was removed from your order.`;
}
