import type { OrderTables } from '../src/modules/orders/tables.ts';
import type { PaymentTables } from '../src/modules/payments/tables.ts';
import type { OrderQuote } from '../src/modules/pricing/index.ts';
import type { Reader } from '../src/platform/database/database.ts';

/** Orders with a payment whose lines, taxes and total do not add up, or do not match what it charges. */
export async function wrongTotals(reader: Reader): Promise<string[]> {
  const orders = await reader
    .tables<OrderTables>()
    .selectFrom('orders')
    .select(['id', 'status', 'content'])
    .where('content', 'is not', null)
    .execute();
  const payments = await reader
    .tables<PaymentTables>()
    .selectFrom('payments')
    .select(['subjectId', 'amountMinor', 'status'])
    .where('status', 'in', ['Succeeded', 'Pending'])
    .execute();
  return orders.flatMap(({ id, status: orderStatus, content }) => {
    const paying = orderStatus === 'PaymentProcessing' ? 'Pending' : 'Succeeded';
    const payment = payments.find(({ subjectId, status }) => subjectId === id && status === paying);
    const isRight =
      content === null || (addsUp(content.quote) && payment?.amountMinor === content.quote.total.dueMinor);
    return isRight ? [] : [`the lines and taxes of an order do not add up to what is charged: ${id}`];
  });
}

function addsUp({ lines, total, taxes = [] }: OrderQuote): boolean {
  const sum = (values: readonly number[]): number => values.reduce((whole, value) => whole + value, 0);
  const names = ['originalMinor', 'discountMinor', 'subtotalMinor', 'dueMinor'] as const;
  const shares = lines.flatMap(({ tax }) => (tax === undefined ? [] : [tax]));
  return (
    names.every((name) => total[name] === sum(lines.map((line) => line[name]))) &&
    total.subtotalMinor + total.taxesMinor === total.dueMinor &&
    sum(taxes.map(({ amountMinor }) => amountMinor)) === sum(shares.map(({ amountMinor }) => amountMinor)) &&
    lines.every(({ dueMinor, tax }) => dueMinor - (tax?.amountMinor ?? 0) === (tax?.netMinor ?? dueMinor))
  );
}
