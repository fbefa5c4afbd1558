import type { components } from '@latchkey/sdk';
import { answer, visitorApi } from './client.ts';

/** A subscription that a mail leads to, and the page on which its open renewal is paid. */
export type ManagedSubscription = components['schemas']['ManagedSubscription'];

/** Refused with 400 `InvalidLink`; so are the others. */
export function fetchManaged(token: string, signal: AbortSignal): Promise<ManagedSubscription> {
  return answer(visitorApi.GET('/api/customer/subscription-links', { params: withToken(token), signal }));
}

/** The token is in no address: those are in the logs of every proxy. */
function withToken(token: string) {
  return { header: { 'subscription-token': token } };
}

export function cancelManaged(token: string): Promise<ManagedSubscription> {
  return answer(visitorApi.POST('/api/customer/subscription-links/cancel', { params: withToken(token) }));
}

export function resumeManaged(token: string): Promise<ManagedSubscription> {
  return answer(visitorApi.POST('/api/customer/subscription-links/resume', { params: withToken(token) }));
}

/** Opens the renewal of one that is over: the answer has the page on which it is paid. */
export function renewManaged(token: string): Promise<ManagedSubscription> {
  return answer(visitorApi.POST('/api/customer/subscription-links/renew', { params: withToken(token) }));
}

/** Saves another payment method; without `redirectUrl`, it is saved already. */
export function changeManagedMethod(
  token: string,
  { locale, returnUrl }: { readonly locale: string; readonly returnUrl?: string | undefined },
): Promise<{ readonly redirectUrl?: string | undefined }> {
  return answer(
    visitorApi.POST('/api/customer/subscription-links/method', {
      params: withToken(token),
      body: { locale, ...(returnUrl !== undefined && { returnUrl }) },
    }),
  );
}
