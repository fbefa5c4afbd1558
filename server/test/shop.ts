import { createLicensedProduct } from '../src/modules/licensing/index.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Account } from '../src/modules/accounts/index.ts';
import { createVariation } from '../src/modules/catalog/index.ts';
import type { CheckoutLink } from '../src/modules/orders/index.ts';
import { testContext } from './context.ts';
import type { TestApp } from './harness.ts';

/** A signed-in customer. */
export interface Shopper {
  readonly id: string;
  readonly email: string;
  readonly auth: { readonly authorization: string };
}

/** The catalogue for tests of orders and payments: two products, one of them also by the month. */
export async function stockShop({ system }: TestApp, account: Account): Promise<void> {
  const inDollars = account.settings.currencies.includes('USD');
  await createLicensedProduct(testContext(system, account), { id: 'app', name: 'App', tagline: 'An app' });
  await createVariation(
    testContext(system, account),
    { type: 'Product', id: 'app' },
    {
      id: 'app-once',
      name: 'Perpetual',
      prices: { EUR: 4_900, ...(inDollars && { USD: 5_500 }) },
    },
  );
  await createLicensedProduct(testContext(system, account), {
    id: 'synth',
    name: 'Synth',
    maxActivations: 2,
  });
  const synth = { type: 'Product', id: 'synth' } as const;
  for (const [id, name, EUR, USD] of [
    ['synth-once', 'Once', 9_900, 10_900],
    ['synth-monthly', 'Monthly', 900, 1_000],
  ] as const) {
    const recurrence = name === 'Monthly' ? name : 'OneOff';
    await createVariation(testContext(system, account), synth, {
      id,
      name,
      recurrence,
      prices: { EUR, ...(inDollars && { USD }) },
    });
  }
}

/** A checkout link of a guest, for tests that pay without HTTP. */
export const GUEST_LINK: CheckoutLink = {
  id: 'a-link',
  buyer: { kind: 'Guest' },
  epoch: 0,
  isExpired: false,
};

/** One of the product `app`, as a client requests it. */
export const ONE_APP = { type: 'Product', productId: 'app', variationId: 'app-once', quantity: 1 };

/** The password of `shopper`. */
export const SHOPPER_PASSWORD = 'Str0ng!passw0rd';

/** Signs a new customer up. */
export async function shopper(app: TestApp, account: Account = app.demo): Promise<Shopper> {
  const email = `${randomUUID()}@example.com`;
  const response = await app.injectAs(account, {
    method: 'POST',
    url: '/api/customer/identity/sign-up',
    payload: { name: 'Ann Buyer', email, password: SHOPPER_PASSWORD },
  });
  assert.equal(response.statusCode, 200, response.body);
  const { id, accessToken } = response.json<{ id: string; accessToken: string }>();
  return { id, email, auth: { authorization: `Bearer ${accessToken}` } };
}

/** Changes an order of the account `demo` and returns the response. */
export async function patchOrder(
  app: TestApp,
  orderId: string,
  body: object,
  options: { query?: string; headers?: Record<string, string> } = {},
) {
  return app.inject({
    method: 'PATCH',
    url: `/api/customer/orders/${orderId}${options.query ?? ''}`,
    payload: body,
    headers: { ...options.headers },
  });
}

/** Fills a cart and returns the API paths of its checkout. */
export async function checkOut(
  app: TestApp,
  items: readonly object[] = [ONE_APP],
  headers: Record<string, string> = {},
): Promise<{ orderId: string; show: string; pay: string }> {
  const orderId = randomUUID();
  const response = await patchOrder(app, orderId, { items }, { query: '?checkout=true', headers });
  assert.equal(response.statusCode, 200, response.body);
  const { pathname, search } = new URL(response.json<{ checkoutUrl: string }>().checkoutUrl);
  return { orderId, show: `/api${pathname}${search}`, pay: `/api${pathname}/pay${search}` };
}
