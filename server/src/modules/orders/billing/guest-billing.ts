import type { System } from '../../../platform/system.ts';
import type { Billing, Order } from '../tables.ts';

const PURPOSE = 'billing-origin';

/** Where the billing details of a guest come from: a signature, for that order alone, which tells nobody the network. */
export function billingOriginOf(
  { vault }: Pick<System, 'vault'>,
  order: Pick<Order, 'accountId' | 'id'>,
  network: string,
): string {
  return vault.sign(PURPOSE, subjectOf(order, network));
}

/**
 * What the checkout page of a guest begins with, when it is opened in the network from which the billing details came.
 * Elsewhere it begins empty: whoever knows the id of a cart can set its details and get a link to its page, so nobody is
 * shown what another guest typed. What stands on the page is a proposal; a payment keeps what the page sends with it.
 */
export function guestBilling(
  { vault }: Pick<System, 'vault'>,
  order: Order,
  network: string | undefined,
): Billing | undefined {
  const { customerId, status, billing, billingOrigin } = order;
  const isCart = customerId === null && status === 'Open';
  if (!isCart || billingOrigin === null || network === undefined) return undefined;
  return vault.verify(PURPOSE, subjectOf(order, network), billingOrigin) ? billing : undefined;
}

function subjectOf({ accountId, id }: Pick<Order, 'accountId' | 'id'>, network: string): string {
  return [accountId, id, network].join('/');
}
