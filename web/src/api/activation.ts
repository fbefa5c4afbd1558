import type { components } from '@latchkey/sdk';
import { answer, customerApi, visitorApi } from './client.ts';

/** A device's activation request, as shown to the person who may approve it. */
export type Activation = components['schemas']['ActivationRequest'];

export type TrialEligibility = NonNullable<Activation['trialEligibility']>;

export type Decision = 'license' | 'trial' | 'cancel';

/**
 * Refused with 404 for a wrong id, with 400 `ActivationRequestExpired` when the time to approve has ended, and with 403
 * `ProductInactive` or 400 `OfflineActivationNotAllowed` when the vendor no longer allows the request.
 */
export function fetchActivation(id: string, signal: AbortSignal): Promise<Activation> {
  return answer(customerApi.GET('/api/customer/activations/{id}', { params: { path: { id } }, signal }));
}

/**
 * Approves the request, as license or as trial, or cancels it; safe to send again when the response was lost. Refused
 * like reads, and with 401 without a customer if one is needed, 403 `ProductNotOwned`, `ProductInactive`,
 * `TrialsNotAllowed`, 409 `NoFreeActivations`, `TrialExpired`, `ActivationRequestFulfilled`, and 400
 * `ActivationRequestCancelled`, `OfflineActivationNotAllowed`.
 */
export function decideActivation(id: string, decision: Decision): Promise<Activation> {
  const params = { params: { path: { id } } };
  switch (decision) {
    case 'license':
      return answer(customerApi.POST('/api/customer/activations/{id}/license', params));
    case 'trial':
      return answer(customerApi.POST('/api/customer/activations/{id}/trial', params));
    case 'cancel':
      return answer(customerApi.POST('/api/customer/activations/{id}/cancel', params));
  }
}

/** Whether the application has fetched its token. */
export function fetchIsCompleted(id: string, signal: AbortSignal): Promise<boolean> {
  const params = { path: { id } };
  return answer(visitorApi.GET('/api/customer/activations/{id}/completed', { params, signal }));
}
