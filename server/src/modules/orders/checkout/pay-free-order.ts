import { rateLimited } from '../../../kernel/problem.ts';
import { type CommandTx, mayMail } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import { emailKey } from '../../customers/index.ts';
import { recordFreePayment } from '../../payments/index.ts';
import { refuseBeyondFreeLimit } from '../purchase/free-limit.ts';
import { deliverOrder } from '../fulfilment/fulfil-order.ts';
import { recipientOf } from '../fulfilment/recipient.ts';
import type { CheckoutLink } from '../rights/checkout-links.ts';
import { orderSubject, recordPurchase, settleOrder } from '../purchase/purchases.ts';
import type { Buyer, Order, Purchase } from '../tables.ts';

/** An order with nothing to pay. */
interface FreeOrder {
  readonly order: Order;
  readonly content: Purchase;
  readonly buyer: Buyer;
}

/**
 * A free order needs no provider: it is paid and fulfilled in this transaction. Raises `FreeLimitReached`, and 429 when
 * too many mails were requested for the address.
 */
export async function payFreeOrder(
  tx: CommandTx,
  free: FreeOrder,
  { catalog, link }: { readonly catalog: Catalog; readonly link: CheckoutLink },
): Promise<void> {
  const { order, content, buyer } = free;
  const recipient = await recipientOf(tx, buyer);
  const { customer } = recipient;
  // A person who only types an address must not learn what its customer has: the receipt lists what the order does not
  // include.
  const customerId = link.buyer.kind === 'Customer' ? customer.id : undefined;
  await refuseBeyondFreeLimit(tx, catalog, { content, customerId });
  await limitReceipts(tx, buyer.billing.email ?? customer.email);
  const payment = await recordFreePayment(tx, {
    subject: orderSubject(order),
    currency: content.quote.currency,
  });
  const purchase = await recordPurchase(tx, payment, free);
  const paid = await settleOrder(tx, order, purchase);
  await deliverOrder(tx, { order: paid, purchase, recipient, catalog });
}

const RETRY_AFTER_SECONDS = 60 * 60;

/** A free order sends a receipt to any typed address. */
async function limitReceipts(tx: CommandTx, email: string): Promise<void> {
  if (await mayMail(tx, 'Receipt', emailKey(email))) return;
  throw rateLimited({
    detail: 'Too many mails were requested for this address. Try again in an hour.',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
