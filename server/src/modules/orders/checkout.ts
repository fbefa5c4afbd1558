import { notFound } from '../../kernel/problem.ts';
import type { System } from '../../platform/system.ts';
import { type Account, accountUrl } from '../accounts/index.ts';
import { findCustomer } from '../customers/index.ts';
import { latestPayment } from '../payments/index.ts';
import { findOrder, type OrderView } from './find-order.ts';

/** The buyer's way to the checkout page: the same page on its own, and for a frame. */
export interface CheckoutLinks {
  readonly checkoutUrl: string;
  readonly embeddedCheckoutUrl: string;
}

/** An order as its checkout page shows it. */
export interface CheckoutView extends OrderView {
  /** What is known of the buyer; the email is fixed for an order that belongs to a customer. */
  readonly buyer: { readonly name: string | null; readonly email: string | null; readonly isFixed: boolean };
  /** Why the last payment failed, while it is the last word. */
  readonly failure: string | undefined;
}

const PURPOSE = 'checkout';

/**
 * Links that open the checkout. They carry a signature beside the order's id: the page shows who buys, and the id
 * alone, which the shop's scripts pass around, must not.
 */
export function checkoutLinks(system: System, account: Account, orderId: string): CheckoutLinks {
  const token = system.vault.sign(PURPOSE, subjectOf(account, orderId));
  const checkoutUrl = `${accountUrl(system.config, account)}/checkout/${orderId}?token=${token}`;
  return { checkoutUrl, embeddedCheckoutUrl: `${checkoutUrl}&embedded=true` };
}

/** The order behind a checkout link; raises `NotFound` unless the token was made for it. */
export async function openCheckout(
  system: System,
  account: Account,
  orderId: string,
  token: string,
): Promise<CheckoutView> {
  const id = orderId.toLowerCase();
  if (!system.vault.verify(PURPOSE, subjectOf(account, id), token)) throw notFound();
  const view = await findOrder(system, account, id, undefined);
  const [buyer, failure] = await Promise.all([buyerOf(system, view), failureOf(system, view)]);
  return { ...view, buyer, failure };
}

async function buyerOf(system: System, { order }: OrderView): Promise<CheckoutView['buyer']> {
  const { name = null, email = null } = order.billing;
  const customer =
    order.customerId === null
      ? undefined
      : await findCustomer(system.database.reader, order.accountId, order.customerId);
  if (customer === undefined) return { name, email, isFixed: false };
  return { name: name ?? customer.name, email: email ?? customer.email, isFixed: true };
}

async function failureOf(system: System, { order }: OrderView): Promise<string | undefined> {
  if (order.status !== 'Failed') return undefined;
  const payment = await latestPayment(system.database.reader, order.accountId, order.id);
  return payment?.failure ?? undefined;
}

function subjectOf(account: Account, orderId: string): string {
  return `${account.id}/${orderId}`;
}
