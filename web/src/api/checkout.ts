import type { components } from '@latchkey/sdk';
import { answer, visitorApi } from './client.ts';

export type Checkout = components['schemas']['Checkout'];
export type CheckoutLine = components['schemas']['CheckoutLine'];
export type WithdrawnLine = components['schemas']['WithdrawnLine'];
export type BillingDetails = NonNullable<Checkout['buyer']['billing']>;
export type SandboxOutcome = NonNullable<components['schemas']['Payment']['sandboxOutcome']>;

/** The terms that the buyer agreed to, sent with every payment. */
export type Payment = Required<Pick<components['schemas']['Payment'], 'due' | 'currency' | 'fingerprint'>> &
  components['schemas']['Payment'];

/** The order, and the secret of its checkout link. */
export interface CheckoutKey {
  readonly orderId: string;
  readonly token: string;
  /**
   * The page to which the shop wants the buyer to return; the server checks that it is one of the account's return
   * URLs.
   */
  readonly returnTo?: string | undefined;
}

/** Refused with 404 when the order or the token is wrong, and when the link is too old: `CheckoutLinkExpired`. */
export function fetchCheckout(key: CheckoutKey, signal: AbortSignal): Promise<Checkout> {
  return answer(visitorApi.GET('/api/checkout/{orderId}/{token}', { params: paramsOf(key), signal }));
}

/** The order as the shop's API shows it to anyone who knows its id: no data of the buyer. */
export function fetchOrder(orderId: string): Promise<components['schemas']['Order']> {
  return answer(visitorApi.GET('/api/customer/orders/{orderId}', { params: { path: { orderId } } }));
}

/**
 * Pays the order; safe to send again when the answer was lost.
 * Refused with 400 and `errors` per field, and with 409: `OrderCompleted` when it has been paid before,
 * `OrderChanged`, `PriceChanged`, `OrderEmpty`, `OrderTaken`, `FreeLimitReached`, `PaymentsNotConfigured`.
 */
export function payCheckout(key: CheckoutKey, payment: Payment): Promise<Checkout> {
  return answer(
    visitorApi.POST('/api/checkout/{orderId}/{token}/pay', { params: paramsOf(key), body: payment }),
  );
}

function paramsOf({ orderId, token, returnTo }: CheckoutKey) {
  return { path: { orderId, token }, query: returnTo === undefined ? {} : { return: returnTo } };
}
