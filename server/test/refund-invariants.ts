import type { DocumentTables } from '../src/modules/documents/tables.ts';
import type { OrderTables } from '../src/modules/orders/tables.ts';
import type { PaymentTables } from '../src/modules/payments/tables.ts';
import type { Reader } from '../src/platform/database/database.ts';

/** Order lines whose refunded units are not those of their refunds, or with a refund of more than was due. */
export async function wrongReturns(reader: Reader): Promise<string[]> {
  const db = reader.tables<OrderTables>();
  const refunds = await db.selectFrom('orderRefunds').select(['orderId', 'lines']).execute();
  const rows = await db.selectFrom('orderLines').select(['orderId', 'id', 'refundedQuantity']).execute();
  const orders = await db.selectFrom('orders').select(['id', 'content']).execute();
  const contents = new Map(orders.map(({ id, content }) => [id, content]));
  const refundsByOrder = Map.groupBy(refunds, ({ orderId }) => orderId);
  return rows.flatMap(({ orderId, id, refundedQuantity }) => {
    const own = (refundsByOrder.get(orderId) ?? []).flatMap(({ lines }) =>
      lines.filter(({ lineId }) => lineId === id),
    );
    const units = own.reduce((sum, { quantity }) => sum + quantity, 0);
    const amountMinor = own.reduce((sum, line) => sum + line.amountMinor, 0);
    const due = contents.get(orderId)?.quote.lines.find((line) => line.id === id)?.dueMinor ?? 0;
    const isRight = units === refundedQuantity && amountMinor <= Math.max(due, 0);
    return isRight
      ? []
      : [`other units or more money of a line went back than its refunds say: ${orderId}/${id}`];
  });
}

/**
 * Refunds of the lines of an order with a receipt but without a credit note. A bank may return a refund whose credit
 * note is issued: documents are final, so the next refund of that order may have none, and the log asks the vendor to
 * write it.
 */
export async function missingCreditNotes(reader: Reader): Promise<string[]> {
  const db = reader.tables<DocumentTables & OrderTables & PaymentTables>();
  const documents = await db.selectFrom('documents').select(['orderId', 'refundId']).execute();
  const refunds = await db.selectFrom('refunds').select(['id', 'status']).execute();
  const parts = await db.selectFrom('orderRefunds').select(['refundId', 'orderId', 'lines']).execute();
  const statuses = new Map(refunds.map(({ id, status }) => [id, status]));
  const documentsByOrder = Map.groupBy(documents, ({ orderId }) => orderId);
  return parts.flatMap(({ refundId, orderId, lines }) => {
    const own = documentsByOrder.get(orderId) ?? [];
    const isDue =
      statuses.get(refundId) === 'Succeeded' &&
      lines.some(({ amountMinor }) => amountMinor > 0) &&
      own.some((document) => document.refundId === null) &&
      !own.some((document) => document.refundId !== null && statuses.get(document.refundId) === 'Failed');
    const isMissing = isDue && !own.some((document) => document.refundId === refundId);
    return isMissing ? [`a refund of an order with a receipt has no credit note: ${refundId}`] : [];
  });
}
