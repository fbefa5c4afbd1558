/*
 * An amount of money is a whole number of its currency's minor units (cents), never a fraction. Amounts that are read,
 * written or split stay below 10¹⁵ minor units, where JSON's decimal numbers are still exact to the minor unit.
 */

/** Whether the code is an active ISO 4217 currency with minor units, in upper case. */
export function isCurrency(code: string): boolean {
  return minorUnitsByCode.has(code);
}

/**
 * The number of decimal digits of the currency: JPY 0, EUR 2, KWD 3, CLF 4. Throws a `RangeError` when it is not a
 * currency; check input with `isCurrency` first.
 */
export function minorUnits(currency: string): number {
  const digits = minorUnitsByCode.get(currency);
  if (digits === undefined) throw new RangeError(`not an ISO 4217 currency: ${JSON.stringify(currency)}`);
  return digits;
}

/**
 * The smallest difference between two amounts that can be paid, in minor units. Payment services charge currencies with
 * three decimal digits only in steps of 10, and some currencies only in whole units; prices and refunds keep to that.
 */
export function stepMinor(currency: string): number {
  return STEPS.get(currency) ?? 1;
}

/**
 * The next amount that can be paid, half away from zero. Throws a `RangeError` when the amount is not a whole number.
 */
export function roundToStep(amountMinor: number, currency: string): number {
  const step = stepMinor(currency);
  if (step === 1) return amountMinor;
  return applyBasisPoints(amountMinor, 10_000 / step) * step;
}

/**
 * The amount as the decimal number in JSON (wire contract section 1); `fromDecimal` returns the same amount again.
 * Throws a `RangeError` when the amount is not a whole number below 10¹⁵.
 */
export function toDecimal(amountMinor: number, currency: string): number {
  if (!isExactAmount(amountMinor)) throw new RangeError(`not an amount in minor units: ${amountMinor}`);
  // Division is correctly rounded, so this is the double nearest to the exact decimal.
  return withoutNegativeZero(amountMinor / 10 ** minorUnits(currency));
}

/**
 * A decimal number in minor units. `undefined` when the number has more digits than the currency, is not finite, or is
 * 10¹⁵ minor units or more.
 */
export function fromDecimal(value: number, currency: string): number | undefined {
  const scale = 10 ** minorUnits(currency);
  const amountMinor = withoutNegativeZero(Math.round(value * scale));
  return isExactAmount(amountMinor) && amountMinor / scale === value ? amountMinor : undefined;
}

/**
 * A share of an amount, in basis points (10,000 = the whole), rounded half away from zero, exactly.
 * Throws a `RangeError` when an argument is not a whole number or the result is too large to be exact.
 */
export function applyBasisPoints(amountMinor: number, basisPoints: number): number {
  assertInteger(amountMinor);
  assertInteger(basisPoints);
  // amount = whole × 10,000 + rest, so that no intermediate product needs rounding.
  const rest = amountMinor % 10_000;
  const whole = (amountMinor - rest) / 10_000;
  const restProduct = rest * basisPoints;
  assertInteger(restProduct);
  const magnitude = Math.abs(restProduct) + 5_000;
  const rounded = (magnitude - (magnitude % 10_000)) / 10_000;
  const share = whole * basisPoints + Math.sign(restProduct) * rounded;
  assertInteger(share);
  return withoutNegativeZero(share);
}

/**
 * An amount times a fraction, rounded half away from zero, exactly. Throws a `RangeError` when an argument is not a whole
 * number, the denominator is not positive, or the result is too large to be exact.
 */
export function applyFraction(amountMinor: number, numerator: number, denominator: number): number {
  for (const value of [amountMinor, numerator, denominator]) assertInteger(value);
  if (denominator <= 0) throw new RangeError(`not a positive denominator: ${denominator}`);
  const product = BigInt(amountMinor) * BigInt(numerator);
  const magnitude = product < 0n ? -product : product;
  const whole = BigInt(denominator);
  const rounded = Number((2n * magnitude + whole) / (2n * whole));
  assertInteger(rounded);
  return withoutNegativeZero(product < 0n ? -rounded : rounded);
}

/**
 * Splits a total in proportion to weights by the largest remainder: the parts add up to the total exactly, each is
 * within one minor unit of its exact share, and ties go to the lowest index. A weight of 0 gets nothing, unless all are
 * 0: then the split is even. A negative total is split like its opposite. Throws a `RangeError` when a total other than
 * 0 has no weights, when the total is not a whole number, or when a weight is not a whole number of at least 0.
 */
export function allocate(totalMinor: number, weights: readonly number[]): number[] {
  assertInteger(totalMinor);
  for (const weight of weights) {
    assertInteger(weight);
    if (weight < 0) throw new RangeError(`a weight is 0 or more, not ${weight}`);
  }
  if (weights.length === 0 && totalMinor !== 0) throw new RangeError('nothing to split the total over');
  const even = weights.every((weight) => weight === 0);
  return splitExactly(totalMinor, even ? weights.map(() => 1) : weights);
}

function splitExactly(totalMinor: number, weights: readonly number[]): number[] {
  const magnitude = BigInt(Math.abs(totalMinor));
  const weightSum = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const shares = weights.map((weight, index) => {
    const product = magnitude * BigInt(weight);
    return { index, floor: product / weightSum, remainder: product % weightSum };
  });
  const missing = Number(shares.reduce((rest, share) => rest - share.floor, magnitude));
  // The sort is stable, so equal remainders stay in the order of their index.
  const byRemainder = shares.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder),
  );
  const roundedUp = new Set(byRemainder.slice(0, missing).map((share) => share.index));
  const sign = Math.sign(totalMinor);
  return shares.map(({ index, floor }) =>
    withoutNegativeZero(sign * (Number(floor) + (roundedUp.has(index) ? 1 : 0))),
  );
}

function isExactAmount(amountMinor: number): boolean {
  return Number.isInteger(amountMinor) && Math.abs(amountMinor) < 1e15;
}

function assertInteger(value: number): void {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an exact whole number: ${value}`);
}

function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code): [string, number] => [code, 10]),
  ['MGA', 100],
]);

/**
 * ISO 4217 list one as of 2026, by the number of minor units. Excluded: codes that are not for payments (metals,
 * bond-market units, units of account of international bodies, the codes for tests and for no currency).
 */
const minorUnitsByCode: ReadonlyMap<string, number> = new Map(
  [
    { digits: 0, codes: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
    {
      digits: 2,
      codes: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
        CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
        GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL
        MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK
        PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS
        TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
    },
    { digits: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
    { digits: 4, codes: 'CLF UYW' },
  ].flatMap(({ digits, codes }) => codes.split(/\s+/).map((code): [string, number] => [code, digits])),
);
