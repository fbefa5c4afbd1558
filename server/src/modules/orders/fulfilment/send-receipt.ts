import type { CommandTx } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import { isBuyerDeleted, refusePastSale } from '../documents/order-documents.ts';
import { issueOrderDocument } from '../documents/issue-order-document.ts';
import { recordOrderEvent } from '../events.ts';
import { lockOrder } from '../order/store.ts';
import { buyerDeleted, receiptPending, unknownOrder } from '../problems.ts';
import { composeReceipt, queueReceipt } from './receipt.ts';
import { recipientOf } from './recipient.ts';

/**
 * Mails the receipt of a completed order once more, to the address that it went to: with the same document, and for a
 * buyer without a password, or with an address that is not proven, with a new link. Later charges are left out: those
 * of the first mail may have been made or changed. With a customer, only of an order of theirs. Returns that address.
 *
 * Raises `NotFound`, also for an order that was not sold here, 409 `ReceiptPending` before the order is completed, and 409 `BuyerDeleted`.
 */
export async function sendReceipt(
  tx: CommandTx,
  catalog: Catalog,
  orderId: string,
  buyerId?: string,
): Promise<string> {
  const order = await lockOrder(tx, tx.account.id, orderId);
  if (order === undefined || (buyerId !== undefined && order.customerId !== buyerId))
    throw unknownOrder(orderId);
  const { content, customerId } = order;
  if (order.status !== 'Completed' || content === null) throw receiptPending();
  if (await isBuyerDeleted(tx, order)) throw buyerDeleted();
  await refusePastSale(tx, order);
  const { grants } = content;
  const recipient = await recipientOf(tx, order);
  const mail = await composeReceipt(tx, {
    order,
    content,
    grants,
    excess: [],
    terms: new Map(),
    catalog,
    ...recipient,
  });
  recordOrderEvent(tx, {
    type: 'order.receipt-sent',
    subjects: { order: order.id, customer: customerId },
    data: {},
  });
  // The series of document numbers is the last lock.
  await queueReceipt(tx, mail, await issueOrderDocument(tx, order));
  return mail.recipient;
}
