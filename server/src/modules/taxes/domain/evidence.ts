import { stateOf } from './regions.ts';

/** A sign of the buyer's country, and the country that it names. */
export interface TaxEvidence {
  readonly kind: 'BillingCountry' | 'ConnectionCountry' | 'CardCountry' | 'TaxId';
  readonly country: string;
}

/** Signs that name the country of the bill, and what the buyer said about those that do not. */
export interface EvidenceOfCountry {
  readonly country: string;
  readonly evidence: readonly TaxEvidence[];
  /** Whether the buyer confirmed the country although the connection names another one. */
  readonly isConfirmed: boolean;
}

/** Whether at least two signs name the country. */
export function isProven({ country, evidence }: EvidenceOfCountry): boolean {
  return evidence.filter((sign) => stateOf(sign.country) === stateOf(country)).length >= 2;
}

/** The country that contradicts the billing country; `undefined` if none does, or two signs agree anyway. */
export function contradiction(record: EvidenceOfCountry): string | undefined {
  if (isProven(record)) return undefined;
  return record.evidence.find((sign) => stateOf(sign.country) !== stateOf(record.country))?.country;
}
