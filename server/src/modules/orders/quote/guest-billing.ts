import type { System } from '../../../platform/system.ts';
import type { Billing, Order } from '../tables.ts';

const PURPOSE = 'billing-origin';

/** The origin of a guest's billing details: a signature, specific to that order, which does not reveal the network. */
export function billingOriginOf(
  { vault }: Pick<System, 'vault'>,
  order: Pick<Order, 'accountId' | 'id'>,
  network: string,
): string {
  return vault.sign(PURPOSE, subjectOf(order, network));
}

/**
 * The initial details of a guest's checkout page, if it is opened in the network from which the billing details came.
 * Elsewhere it starts empty: anybody with the id of a cart can set its details and get a link to its page, so nobody
 * sees what another guest entered. The details on the page are a proposal; a payment stores what the page sends with
 * it.
 */
export function guestBilling(
  { vault }: Pick<System, 'vault'>,
  order: Pick<Order, 'accountId' | 'id' | 'customerId' | 'status' | 'billing' | 'billingOrigin'>,
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
