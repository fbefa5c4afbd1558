import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type DemoShop, newShopper, type Shopper, signUp } from './demo-shop.ts';

/** Sends a request with the key of the vendor, and returns the body of the response, which must be a success. */
export async function asVendor<Answer>(
  { send, demo: { apiKey } }: DemoShop,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const { status, text } = await send(method, path, { apiKey, ...(body && { body }) });
  assert.ok(status < 300, `${method} ${path}: ${status} ${text}`);
  return JSON.parse(text === '' ? 'null' : text);
}

/** Something that was bought. */
export interface Sale {
  readonly shopper: Shopper;
  readonly accessToken: string;
  readonly orderId: string;
}

interface Purchase {
  readonly productId?: string;
  readonly variationId?: string;
  readonly quantity?: number;
  /** More fields of the payment, such as an address. */
  readonly payment?: object;
  /** Where the buyer came from, such as `utm_source=mail`. */
  readonly utm?: string;
  /** What the buyer does before. */
  readonly begin?: (customer: Pick<Sale, 'accessToken'>) => Promise<void>;
}

/** Fields of the payment of somebody who lives there. */
export const IN_FRANCE = addressIn('FR', '75001', 'Paris');
export const IN_GERMANY = addressIn('DE', '10115', 'Berlin');

function addressIn(countryCode: string, postCode: string, locality: string) {
  return { billing: { address: { streetAddress1: 'Street 1', postCode, locality, countryCode } } };
}

/** A new customer pays something, by default a license of Demo App. */
export async function sell(shop: DemoShop, name: string, purchase: Purchase = {}): Promise<Sale> {
  const shopper = newShopper(name);
  const accessToken = await signUp(shop, shopper);
  const sale = { shopper, accessToken, orderId: randomUUID() };
  await purchase.begin?.(sale);
  await pay(shop, sale, purchase);
  return sale;
}

async function pay(
  { send }: DemoShop,
  { shopper, accessToken, orderId }: Sale,
  { productId = 'demo-app', variationId = 'demo-app-perpetual', quantity = 1, payment, utm = '' }: Purchase,
): Promise<void> {
  const items = [{ type: 'Product', productId, variationId, quantity }];
  const cart = await send('PATCH', `/api/customer/orders/${orderId}?checkout=true&${utm}`, {
    accessToken,
    body: { currency: 'EUR', items },
  });
  assert.equal(cart.status, 200, cart.text);
  const { checkoutUrl }: { checkoutUrl: string } = JSON.parse(cart.text);
  const { pathname, search } = new URL(checkoutUrl);
  const consents = { consent: { wording: '2026-11' }, recurringConsent: { wording: '2026-12' } };
  const { status, text } = await send('POST', `/api${pathname}/pay${search}`, {
    accessToken,
    body: { ...shopper, ...consents, ...payment },
  });
  assert.equal(status, 200, text);
}

/** Somebody subscribes to Demo Synth by the month; returns the id of the subscription, too. */
export async function subscribe(
  shop: DemoShop,
  name: string,
  payment: object = {},
): Promise<Sale & { readonly subscriptionId: string }> {
  const plan = { productId: 'demo-synth', variationId: 'demo-synth-rent-to-own' };
  const sale = await sell(shop, name, { ...plan, payment });
  const { text } = await shop.send('GET', '/api/customer/inventory/subscriptions', {
    accessToken: sale.accessToken,
  });
  const { items }: { items: { id: string }[] } = JSON.parse(text);
  return { ...sale, subscriptionId: items[0]?.id ?? assert.fail(text) };
}
