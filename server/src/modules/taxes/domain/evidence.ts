import { isSameCountry } from './regions.ts';

/** Evidence of the buyer's country, and the country that it indicates. */
export interface TaxEvidence {
  readonly kind: 'BillingCountry' | 'ConnectionCountry' | 'CardCountry' | 'TaxId';
  readonly country: string;
}

/** The evidence for the billing country, and the buyer's confirmation about contradicting evidence. */
export interface EvidenceOfCountry {
  readonly country: string;
  readonly evidence: readonly TaxEvidence[];
  /** Whether the buyer confirmed the country although the connection indicates another one. */
  readonly isConfirmed: boolean;
}

/** Whether at least two pieces of evidence indicate the country. */
export function isProven({ country, evidence }: EvidenceOfCountry): boolean {
  return evidence.filter((sign) => isSameCountry(sign.country, country)).length >= 2;
}

/**
 * The country that contradicts the billing country; `undefined` if none does, or two pieces of evidence agree anyway.
 */
export function contradiction(record: EvidenceOfCountry): string | undefined {
  if (isProven(record)) return undefined;
  return record.evidence.find((sign) => !isSameCountry(sign.country, record.country))?.country;
}
