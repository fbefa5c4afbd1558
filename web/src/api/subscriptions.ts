import type { components } from '@latchkey/sdk';
import { answer, customerApi } from './client.ts';
import type { PageQuery } from './every-page.ts';
import type { OrderPage } from './orders.ts';

export type Subscription = components['schemas']['OwnSubscription'];
export type SubscriptionPage = components['schemas']['OwnSubscriptionPage'];

/** A page of the customer's subscriptions, newest first. */
export function fetchSubscriptions(query: PageQuery, signal: AbortSignal): Promise<SubscriptionPage> {
  return answer(customerApi.GET('/api/customer/inventory/subscriptions', { params: { query }, signal }));
}

/** Refused with 404. */
export function fetchSubscription(id: string, signal: AbortSignal): Promise<Subscription> {
  return answer(
    customerApi.GET('/api/customer/inventory/subscriptions/{id}', { params: { path: { id } }, signal }),
  );
}

/** The latest completed orders of a subscription. */
export function fetchSubscriptionOrders(id: string, signal: AbortSignal): Promise<OrderPage> {
  return answer(
    customerApi.GET('/api/customer/inventory/subscriptions/{id}/orders', {
      params: { path: { id } },
      signal,
    }),
  );
}

/** Repeating it changes nothing. Refused with 409 `SubscriptionEnded`. */
export function cancelSubscription(id: string): Promise<Subscription> {
  return answer(
    customerApi.POST('/api/customer/inventory/subscriptions/{id}/cancel', { params: { path: { id } } }),
  );
}

/** The page on which the open renewal is paid, which leads back here. Refused with 409 `NothingToPay`. */
export async function payRenewal(id: string): Promise<string> {
  const params = { path: { id }, query: { return: window.location.href } };
  const { location } = await answer(
    customerApi.POST('/api/customer/inventory/subscriptions/{id}/renew', { params }),
  );
  return location;
}

/** The page on which the rest is paid at once. Refused with 409 `PayoffNotPossible`. */
export async function payRest(id: string): Promise<string> {
  const params = { path: { id }, query: { return: window.location.href } };
  const { location } = await answer(
    customerApi.POST('/api/customer/inventory/subscriptions/{id}/payoff', { params }),
  );
  return location;
}

/** Takes a cancellation back. Refused with 409 `NothingToTakeBack`. */
export function resumeSubscription(id: string): Promise<Subscription> {
  return answer(
    customerApi.POST('/api/customer/inventory/subscriptions/{id}/resume', { params: { path: { id } } }),
  );
}
