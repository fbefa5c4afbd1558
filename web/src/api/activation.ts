import { UnexpectedAnswer, fieldsOf } from './answer.ts';
import { callApi } from './client.ts';
import { ApiProblem } from './failures.ts';

export const ACTIVATION_STATUSES = ['Requested', 'Fulfilled', 'Completed', 'Cancelled'] as const;
export type ActivationStatus = (typeof ACTIVATION_STATUSES)[number];

/** A device that asks to be activated, as the person sees it who may approve. */
export interface Activation {
  readonly status: ActivationStatus;
  readonly deviceName: string;
  readonly method: 'Online' | 'Offline';
  /** When the request ends if nobody approves. */
  readonly expiresAt: Date;
  readonly product: ActivationProduct;
  /** As what it was approved; absent before. */
  readonly fulfilledAs: 'License' | 'Trial' | undefined;
  /** Absent where the product has no trials and the device had none. */
  readonly trial: TrialEligibility | undefined;
  /** Whether the customer has a seat for the device; absent while nobody is signed in. */
  readonly hasSeat: boolean | undefined;
}

export interface ActivationProduct {
  readonly id: string;
  readonly name: string;
  readonly tagline: string | undefined;
  readonly website: string | undefined;
  readonly iconUrl: string | undefined;
  /** By whoever is signed in. */
  readonly owned: boolean;
}

export interface TrialEligibility {
  /** A trial can be started, or the one of this device goes on. */
  readonly eligible: boolean;
  /** The device has had a trial of the product. */
  readonly existing: boolean;
  readonly requiresAccount: boolean;
  readonly daysPerProduct: number;
  readonly daysRemaining: number;
}

export type Decision = 'license' | 'trial' | 'cancel';

/**
 * Refused with 404 for a wrong id, with 400 `ActivationRequestExpired` when the time to approve is over, and with 403
 * `ProductInactive` or 400 `OfflineActivationNotAllowed` when the vendor has come to forbid what is asked for.
 */
export function fetchActivation(
  id: string,
  accessToken: string | undefined,
  signal: AbortSignal,
): Promise<Activation> {
  return callApi({ path: activationPath(id), accessToken, signal, read: readActivation });
}

/**
 * Approves the request, as license or as trial, or cancels it; safe to send again when the answer was lost.
 * Refused as reads are, and with 401 without a customer where one is needed, 403 `ProductNotOwned`, `ProductInactive`,
 * `TrialsNotAllowed`, 409 `NoFreeActivations`, `TrialExpired`, `ActivationRequestFulfilled`, and 400
 * `ActivationRequestCancelled`, `OfflineActivationNotAllowed`.
 */
export function decideActivation(
  id: string,
  decision: Decision,
  accessToken: string | undefined,
): Promise<Activation> {
  return callApi({
    method: 'POST',
    path: `${activationPath(id)}/${decision}`,
    accessToken,
    read: readActivation,
  });
}

/** Whether the application has fetched its token. */
export function fetchIsCompleted(id: string): Promise<boolean> {
  return callApi({
    path: `${activationPath(id)}/completed`,
    read: (json) => {
      if (typeof json !== 'boolean') throw new UnexpectedAnswer('completed: expected a boolean');
      return json;
    },
  });
}

/** Whether the refusal says that the time to approve is over. */
export function isExpiry(failure: unknown): boolean {
  return failure instanceof ApiProblem && failure.errorType === 'ActivationRequestExpired';
}

/** Checks an activation. Raises `UnexpectedAnswer`. */
export function readActivation(json: unknown): Activation {
  const activation = fieldsOf(json, 'activation');
  return {
    status: activation.oneOf('status', ACTIVATION_STATUSES),
    deviceName: activation.text('deviceName'),
    method: activation.oneOf('method', ['Online', 'Offline']),
    expiresAt: activation.time('expiresAt'),
    product: activation.object('product', readProduct),
    fulfilledAs: activation.maybeOneOf('fulfillmentType', ['License', 'Trial']),
    trial: activation.maybeObject('trialEligibility', readTrial),
    hasSeat: activation.maybeObject('licenseEligibility', (value, at) =>
      fieldsOf(value, at).flag('eligible'),
    ),
  };
}

function activationPath(id: string): string {
  return `/api/customer/activations/${encodeURIComponent(id)}`;
}

function readProduct(value: unknown, at: string): ActivationProduct {
  const product = fieldsOf(value, at);
  return {
    id: product.text('id'),
    name: product.text('name'),
    tagline: product.maybeText('tagline'),
    website: product.maybeText('website'),
    iconUrl: product.maybeText('iconUrl'),
    owned: product.flag('owned'),
  };
}

function readTrial(value: unknown, at: string): TrialEligibility {
  const trial = fieldsOf(value, at);
  return {
    eligible: trial.flag('eligible'),
    existing: trial.flag('existing'),
    requiresAccount: trial.flag('requiresAccount'),
    daysPerProduct: trial.number('numberOfDaysPerProduct'),
    daysRemaining: trial.number('numberOfDaysRemaining'),
  };
}
