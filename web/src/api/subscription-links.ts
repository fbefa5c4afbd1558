import type { components } from '@latchkey/sdk';
import { answer, visitorApi } from './client.ts';

/** A subscription that a mail leads to, and the page on which its open renewal is paid. */
export type ManagedSubscription = components['schemas']['ManagedSubscription'];

/** Refused with 400 `InvalidLink`; so are the others. */
export function fetchManaged(token: string, signal: AbortSignal): Promise<ManagedSubscription> {
  return answer(visitorApi.GET('/api/customer/subscription-links', { params: { query: { token } }, signal }));
}

export function cancelManaged(token: string): Promise<ManagedSubscription> {
  return answer(visitorApi.POST('/api/customer/subscription-links/cancel', { params: { query: { token } } }));
}

export function resumeManaged(token: string): Promise<ManagedSubscription> {
  return answer(visitorApi.POST('/api/customer/subscription-links/resume', { params: { query: { token } } }));
}

/** Saves another payment method; without `redirectUrl`, it is saved already. */
export function changeManagedMethod(
  token: string,
  { locale, returnUrl }: { readonly locale: string; readonly returnUrl?: string | undefined },
): Promise<{ readonly redirectUrl?: string | undefined }> {
  return answer(
    visitorApi.POST('/api/customer/subscription-links/method', {
      params: { query: { token } },
      body: { locale, ...(returnUrl !== undefined && { returnUrl }) },
    }),
  );
}
