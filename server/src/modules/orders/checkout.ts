import { notFound } from '../../kernel/problem.ts';
import type { System } from '../../platform/system.ts';
import { type Account, accountUrl } from '../accounts/index.ts';
import { findCustomer } from '../customers/index.ts';
import { latestPayment } from '../payments/index.ts';
import { safeReturnUrl } from './domain/checkout.ts';
import { findOrder, type OrderView } from './find-order.ts';
import type { Order } from './tables.ts';

/** The buyer's way to the checkout page: the same page on its own, and for a frame. */
export interface CheckoutLinks {
  readonly checkoutUrl: string;
  readonly embeddedCheckoutUrl: string;
}

/** An order as its checkout page shows it. */
export interface CheckoutView extends OrderView {
  /** What is known of the buyer; the email is fixed for an order that belongs to a customer. */
  readonly buyer: { readonly name: string | null; readonly email: string | null; readonly isFixed: boolean };
  /** Whether the link may show the buyer; one that nobody proved to be the owner's may not. */
  readonly showsBuyer: boolean;
  /** Why the last payment failed, while it is the last word. */
  readonly failure: string | undefined;
}

const PURPOSE = 'checkout';

/**
 * Links that open the checkout. They carry a signature beside the order's id: the page shows who buys, and the id
 * alone, which the shop's scripts pass around, must not. So the signature says for whom the link was made: whoever
 * knows the id gets one for a customer's order as well, to pay it, and learns nothing of the customer by it.
 */
export function checkoutLinks(
  system: System,
  account: Account,
  order: Pick<Order, 'id' | 'customerId'>,
  customerId: string | undefined,
): CheckoutLinks {
  const token = system.vault.sign(PURPOSE, subjectOf(account, order.id, audienceOf(order, customerId)));
  const checkoutUrl = `${accountUrl(system.config, account)}/checkout/${order.id}?token=${token}`;
  return { checkoutUrl, embeddedCheckoutUrl: `${checkoutUrl}&embedded=true` };
}

/** Where the shop wants the buyer back, as its link to the checkout says, when that is one of the account's places. */
export function whitelistedReturn(account: Account, text: string | undefined): string | undefined {
  return safeReturnUrl(text, account.settings.origins);
}

/** The order behind a checkout link; raises `NotFound` unless the token was made for it. */
export async function openCheckout(
  system: System,
  account: Account,
  orderId: string,
  token: string,
): Promise<CheckoutView> {
  const view = await findOrder(system, account, orderId, undefined);
  const { order } = view;
  const owner = order.customerId ?? undefined;
  const audience = [audienceOf(order, owner), GUEST, ANYONE].find((name) =>
    system.vault.verify(PURPOSE, subjectOf(account, order.id, name), token),
  );
  if (audience === undefined) throw notFound();
  const [buyer, failure] = await Promise.all([buyerOf(system, view), failureOf(system, view)]);
  return { ...view, buyer, failure, showsBuyer: isShownTo(order, audience) };
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

const GUEST = 'guest';
const ANYONE = 'anyone';

/** For whom a link is made: the owner of the order, the guest whose order it still is, or anyone else. */
function audienceOf(
  { customerId: owner }: Pick<Order, 'customerId'>,
  customerId: string | undefined,
): string {
  if (owner === null) return GUEST;
  return owner === customerId ? owner : ANYONE;
}

/** A guest sees what a guest has typed, but nothing of a customer who took the order over before it was paid. */
function isShownTo({ customerId, content }: Order, audience: string): boolean {
  if (audience === GUEST) return customerId === null || content?.wasNobodys === true;
  return audience !== ANYONE;
}

function subjectOf(account: Account, orderId: string, audience: string): string {
  return `${account.id}/${orderId}/${audience}`;
}
