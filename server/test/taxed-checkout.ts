import { randomUUID } from 'node:crypto';
import type { TestApp } from './harness.ts';

/** The header of a connection from the country: the app needs `LATCHKEY_COUNTRY_HEADER: 'cf-ipcountry'`. */
export const from = (country: string) => ({ 'cf-ipcountry': country });

/** An address in the country. */
export function address(countryCode: string, postCode = '1000') {
  return { countryCode, streetAddress1: 'Street 1', postCode, locality: 'City' };
}

/** The consent to immediate delivery that consumers of the EEA and the United Kingdom give. */
export const CONSENT = { consent: { wording: '2026-11' } };

/** A guest of the checkout. */
export interface TaxedBuyer {
  readonly country?: string;
  readonly connection?: string;
  readonly taxId?: string;
  readonly businessName?: string;
  readonly extra?: object;
}

/** Pays as a guest who lives in the country and connects from there. */
export async function payAsGuest(
  app: TestApp,
  url: string,
  { country, connection = country, taxId, businessName = 'Gus & Co.', extra }: TaxedBuyer = {},
) {
  const billing = {
    ...(country && { address: address(country) }),
    ...(taxId && { taxId, businessName }),
  };
  const email = `${randomUUID()}@example.com`;
  return app.inject({
    method: 'POST',
    url,
    headers: connection === undefined ? {} : from(connection),
    payload: { name: 'Gus Guest', email, billing, ...CONSENT, ...extra },
  });
}

/** A tax in responses of the Core API. */
export interface Tax {
  readonly rate: number;
  readonly amount: number;
  readonly net: number;
  readonly country: string;
  readonly reason: string;
  readonly included: boolean;
  readonly relief?: number;
}

/** The part of an order in the Core API that has its taxes. */
export interface TaxedOrder {
  readonly total: { readonly subtotal: Money; readonly taxes: Money; readonly due: Money };
  readonly taxes?: Tax[];
  readonly lineTaxes?: (Tax & { readonly lineId: string })[];
  readonly taxEvidence?: Readonly<Record<string, unknown>>;
}

interface Money {
  readonly amount: number;
}
