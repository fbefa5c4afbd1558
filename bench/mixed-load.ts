import { randomUUID } from 'node:crypto';
import type { Arena } from './arena.ts';
import { requestBytes } from './load/http-client.ts';
import { productId } from './seed.ts';

const CARTS = 4_096;

/**
 * The traffic of a shop with installed applications. Of a thousand requests: 600 storefronts of customers with
 * different inventories, 200 for everyone, 100 carts, 99 validations and a sign-in.
 */
export function mixedRequests(
  { seeded }: Arena,
  tokens: readonly string[],
  signIn: Uint8Array,
): Uint8Array[] {
  const look = requestBytes('GET', '/api/customer/storefront');
  const personal = tokens.map((token) =>
    requestBytes('GET', '/api/customer/storefront', { authorization: `Bearer ${token}` }),
  );
  const path = `/api/client/licenses/${seeded.productId}/validate`;
  const validations = seeded.tokens.map((token) =>
    requestBytes('POST', path, { 'content-type': 'text/plain' }, token),
  );
  const carts = Array.from({ length: CARTS }, () => cartRequest(seeded.variationIds));
  const [nextPersonal, nextCart, nextValidation] = [cycle(personal), cycle(carts), cycle(validations)];
  return Array.from({ length: 10 * CARTS }, (_, index) => {
    if (index % 1_000 === 0) return signIn;
    if (index % 10 === 0) return nextValidation();
    if (index % 10 === 5) return nextCart();
    return index % 5 === 1 ? look : nextPersonal();
  });
}

/** One entry after the other, repeatedly. */
function cycle<Entry>(entries: readonly Entry[]): () => Entry {
  let next = 0;
  return () => {
    const entry = entries[next % entries.length];
    if (entry === undefined) throw new Error('there is nothing to take');
    next += 1;
    return entry;
  };
}

/** The body of a request that replaces the lines of a cart by two. */
export function cartBody(variationIds: readonly string[], quantity: number): string {
  const items = variationIds.slice(0, 2).map((variationId, line) => ({
    type: 'Product',
    productId: productId(line),
    variationId,
    quantity,
  }));
  return JSON.stringify({ currency: 'EUR', items });
}

interface Cart {
  /** Default: a new cart. */
  readonly orderId?: string | undefined;
  readonly quantity?: number;
  /** The customer that it belongs to. */
  readonly token?: string | undefined;
}

/** Replaces the lines of a cart by two. */
export function cartRequest(
  variationIds: readonly string[],
  { orderId = randomUUID(), quantity = 1, token }: Cart = {},
): Uint8Array {
  const body = cartBody(variationIds, quantity);
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return requestBytes('PATCH', `/api/customer/orders/${orderId}`, headers, body);
}

/** Signs a customer in, at the full cost of a password. */
export function signInRequest({
  email,
  password,
}: {
  readonly email: string;
  readonly password: string;
}): Uint8Array {
  const path = `/api/customer/identity/sign-in?email=${encodeURIComponent(email)}`;
  return requestBytes('POST', path, { 'content-type': 'text/plain' }, password);
}
