import { fieldsOf } from '../fields.ts';
import { Refusal } from '../refusal.ts';

/** A response from the server or anything in between. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Headers;
  readonly text: string;
}

/**
 * The meaning of a response:
 *
 * - `Success`: the status is 2xx; a token in it still has to be verified;
 * - `Refusal`: the server refuses, with a code;
 * - `Temporary`: anything else, such as an overload, or the page of a proxy.
 */
export type Meaning =
  | { readonly kind: 'Success'; readonly status: number; readonly text: string }
  | { readonly kind: 'Refusal'; readonly refusal: Refusal }
  | { readonly kind: 'Temporary'; readonly refusal: Refusal };

/**
 * Reads a response. Only a complete problem document of the server is a refusal: everything else may come from a proxy.
 */
export function meaningOf({ status, headers, text }: Answer): Meaning {
  if (status >= 200 && status < 300) return { kind: 'Success', status, text };
  const problem = isProblemDocument(headers) ? parse(text) : undefined;
  const { status: own, errorType } = fieldsOf(problem);
  const refusal = new Refusal({ status, headers }, problem);
  const isOurs = own === status && typeof errorType === 'string';
  const isLasting = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { kind: isOurs && isLasting ? 'Refusal' : 'Temporary', refusal };
}

/** The codes with which a validation ends a license. */
export const ENDINGS = [
  'LicenseRevoked',
  'LicenseActivationRevoked',
  'LicenseExpired',
  'InvalidLicenseToken',
] as const;

/** The code of a validation that ends a license. */
export type EndingCode = (typeof ENDINGS)[number];

/** The code if the refusal of a validation ends the license; undefined for all others, which end nothing. */
export function endingOf({ status, errorType }: Refusal): EndingCode | undefined {
  return status === 400 ? ENDINGS.find((code) => code === errorType) : undefined;
}

/** Whether the refusal to release a seat means that the device no longer has one: the license has another owner. */
export function isSeatGone({ status, errorType }: Refusal): boolean {
  return status === 400 && errorType === 'LicenseOwnerChanged';
}

function isProblemDocument(headers: Headers): boolean {
  return /^application\/problem\+json(;|$)/i.test(headers.get('content-type')?.trim() ?? '');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
