import { isCurrency, minorUnits } from '../../../../kernel/money.ts';

/**
 * Currencies that the provider charges without a fraction, although ISO 4217 may have one. Reviewed on 2026-11-22,
 * https://docs.stripe.com/currencies
 */
const WITHOUT_FRACTION = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));

/** Currencies with three decimal digits, the last of which must be 0. */
const IN_THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

/** Currencies without a fraction in ISO 4217 that the provider counts in hundredths, always whole. */
const WHOLE_HUNDREDTHS = new Set('ISK UGX'.split(' '));

/** All other currencies that it charges. */
const IN_HUNDREDTHS = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK
  DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LBP
  LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON
  RSD SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS WST XCD XCG YER ZAR
  ZMW`.split(/\s+/),
);

/** The minimum amounts, in the decimals of a shop. Other currencies have no fixed minimum. */
const MINIMUM: Readonly<Record<string, number>> = {
  AED: 2,
  AUD: 0.5,
  BRL: 0.5,
  CAD: 0.5,
  CHF: 0.5,
  CZK: 15,
  DKK: 2.5,
  EUR: 0.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  INR: 0.5,
  JPY: 50,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  NZD: 0.5,
  PLN: 2,
  RON: 2,
  SEK: 3,
  SGD: 0.5,
  THB: 10,
  USD: 0.5,
};

/** The maximum number of digits of an amount. */
const MAX_AMOUNT = 99_999_999;

/** Whether the provider charges in this currency. */
export function isCharged(currency: string): boolean {
  return isCurrency(currency) && digitsThere(currency) !== undefined;
}

/** The minimum amount, in minor units of ISO 4217; `undefined` for an unsupported currency. */
export function minimumMinor(currency: string): number | undefined {
  if (!isCharged(currency)) return undefined;
  return Math.max(1, Math.round((MINIMUM[currency] ?? 0) * 10 ** minorUnits(currency)));
}

/** The maximum amount, in minor units of ISO 4217; `undefined` for an unsupported currency. */
export function maximumMinor(currency: string): number | undefined {
  const digits = isCurrency(currency) ? digitsThere(currency) : undefined;
  if (digits === undefined) return undefined;
  const amountMinor = Math.floor(shift(MAX_AMOUNT, minorUnits(currency) - digits));
  return amountMinor - (amountMinor % stepMinor(currency));
}

/** The step between amounts that it charges, in minor units of ISO 4217; 1 for an unsupported currency. */
export function stepMinor(currency: string): number {
  return [1, 10, 100].find((step) => toProvider(step, currency) !== undefined) ?? 1;
}

/**
 * An amount in minor units of ISO 4217 in the provider's units; `undefined` when it cannot be charged exactly: an
 * unsupported currency, a fraction that the provider does not count, or too much.
 */
export function toProvider(amountMinor: number, currency: string): number | undefined {
  const digits = isCurrency(currency) ? digitsThere(currency) : undefined;
  if (digits === undefined) return undefined;
  const amount = shift(amountMinor, digits - minorUnits(currency));
  const isExact = Number.isSafeInteger(amount) && (!IN_THOUSANDTHS.has(currency) || amount % 10 === 0);
  return isExact && amount >= 0 && amount <= MAX_AMOUNT ? amount : undefined;
}

/** The reverse, with the currency in the provider's lower case. Throws for an unsupported currency. */
export function fromProvider(amount: number, currency: string): { amountMinor: number; currency: string } {
  const code = currency.toUpperCase();
  const digits = isCurrency(code) ? digitsThere(code) : undefined;
  if (digits === undefined) throw new RangeError(`no amounts are charged in ${JSON.stringify(currency)}`);
  return { amountMinor: Math.round(shift(amount, minorUnits(code) - digits)), currency: code };
}

function digitsThere(currency: string): number | undefined {
  if (WITHOUT_FRACTION.has(currency)) return 0;
  if (IN_THOUSANDTHS.has(currency)) return 3;
  return IN_HUNDREDTHS.has(currency) || WHOLE_HUNDREDTHS.has(currency) ? 2 : undefined;
}

function shift(amount: number, digits: number): number {
  return digits >= 0 ? amount * 10 ** digits : amount / 10 ** -digits;
}
