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

/** The page on which its payment method is changed, which leads back here; `undefined` once nothing is charged. */
export async function methodPage(id: string): Promise<string | undefined> {
  const params = {
    path: { id },
    query: { toUpdatePaymentMethod: true, returnUrl: window.location.href },
  };
  const { embeddedUpdatePaymentUrl } = await answer(
    customerApi.GET('/api/customer/inventory/subscriptions/{id}', { params }),
  );
  return embeddedUpdatePaymentUrl;
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

export type PlanChange = components['schemas']['PlanChange'];

/** The plan and the number of licenses that a subscription shall have. */
export interface PlanWish {
  readonly variationId: string;
  readonly quantity: number;
}

/** What a change costs, and when it begins. Refused with 400 for what cannot be, and 409 while something is open. */
export function previewPlan(id: string, query: PlanWish, signal: AbortSignal): Promise<PlanChange> {
  const params = { path: { id }, query: { ...query } };
  return answer(customerApi.GET('/api/customer/inventory/subscriptions/{id}/changes', { params, signal }));
}

/** Changes the plan; `location` is the page of what is due now. Refused as its preview, and if another amount is due. */
export async function changePlan(
  id: string,
  body: PlanWish & { readonly due?: number },
): Promise<{ readonly subscription: Subscription; readonly location?: string }> {
  const params = { path: { id } };
  const { subscription, location } = await answer(
    customerApi.POST('/api/customer/inventory/subscriptions/{id}/changes', { params, body }),
  );
  if (location === undefined) return { subscription };
  const page = new URL(location);
  page.searchParams.set('return', window.location.href);
  return { subscription, location: page.href };
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

/** Pauses it for some periods, from the next one. Refused with 409 unless its plan has pauses and nothing is open. */
export function pauseSubscription(id: string, periods: number): Promise<Subscription> {
  return answer(
    customerApi.POST('/api/customer/inventory/subscriptions/{id}/pause', {
      params: { path: { id } },
      body: { periods },
    }),
  );
}

/** Takes a cancellation back, or ends a pause. Refused with 409 `NothingToTakeBack`. */
export function resumeSubscription(id: string): Promise<Subscription> {
  return answer(
    customerApi.POST('/api/customer/inventory/subscriptions/{id}/resume', { params: { path: { id } } }),
  );
}

/** Whether payments lead to licenses that are the customer's for good. */
export function leadsToOwning({
  events,
}: Pick<NonNullable<Subscription['milestoneProgress']>, 'events'>): boolean {
  return Object.values(events)
    .flat()
    .some(({ type }) => type === 'PerpetualLicenseConversionMilestone');
}
