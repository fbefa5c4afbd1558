import { EU_COUNTRIES, nextStandardRateDay, standardRate } from './standard-rates.ts';
import { type LocatedPlace, locate, type TaxPlace } from './tax-place.ts';

/** Some variations of an item; an empty list means all of them. */
interface Target {
  readonly type: 'Product' | 'Bundle';
  readonly id: string;
  readonly variationIds: readonly string[];
}

/** A rate that applies to a buyer, in the form that pricing takes. */
interface BuyerRate {
  readonly id: string;
  readonly basisPoints: number;
  readonly country: string;
  readonly region: string | null;
  readonly reason: OwnRateReason | 'ReverseCharge' | 'NotCollecting';
  readonly targets: readonly Target[];
  readonly rank?: number;
  readonly reliefBasisPoints?: number;
}

/** The rates of a buyer, in the form that pricing takes. */
interface BuyerRates {
  readonly mode: 'Exclusive' | 'Inclusive';
  readonly rates: readonly BuyerRate[];
}

/** A rate of the vendor's own, in the form that the decision needs. */
export interface OwnRate {
  readonly id: string;
  readonly country: string;
  /** Null: the whole country. */
  readonly region: string | null;
  readonly basisPoints: number;
  readonly reason: OwnRateReason;
  readonly targets: readonly Target[];
  /** YYYY-MM-DD, both inclusive; null: no limit. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

export type OwnRateReason = 'Standard' | 'ZeroRated' | 'Exempt';

/** The vendor's tax settings and location. */
export interface TaxBasis {
  readonly prices: 'inclusive' | 'exclusive';
  /** Countries, and `EU` for all of its member states. */
  readonly collectsIn: readonly string[];
  /** Whether private buyers in other member states pay the tax of the seller's own. */
  readonly isBelowEuThreshold?: boolean;
  /** The country whose taxes the seller's are: France for Monaco. */
  readonly sellerCountry: string | undefined;
  readonly ownRates: readonly OwnRate[];
  /** YYYY-MM-DD. */
  readonly day: string;
}

export interface TaxBuyer {
  readonly place: TaxPlace;
  /** Whether the buyer is a business whose tax id of the place's country VIES confirms. */
  readonly isBusiness: boolean;
}

/** The country group of the European Union's one-stop shop. */
export const EU = 'EU';

/**
 * The taxes of a buyer. There is always a rate for everything, whose reason says why it is zero:
 *
 * - outside the places where the vendor collects: `NotCollecting`. The price is what everybody pays.
 * - for a business in another member state than the seller's: `ReverseCharge`. Where prices include tax, the tax that a
 * private buyer pays there is deducted.
 * - for a private buyer in another member state, of a seller below the threshold of the EU: the rates of the seller's
 * country, which they name.
 * - otherwise the vendor's own rates, those of the region before those of the country and newer ones before older ones,
 * and where none is for everything, the standard rate.
 */
export function decideTaxes(basis: TaxBasis, { place, isBusiness }: TaxBuyer): BuyerRates {
  const mode = basis.prices === 'inclusive' ? 'Inclusive' : 'Exclusive';
  const located = locate(place);
  const rates = collectedRates(basis, placeOfSupply(basis, place));
  if (!isBusiness || !mayOweTax(basis, place)) return { mode, rates };
  const { country, region } = located;
  return { mode, rates: rates.map((rate) => ({ ...reverseCharge(mode)(rate), country, region })) };
}

/** The place whose tax a private buyer pays: Article 59c of Directive 2006/112/EC is about sellers of the EU alone. */
function placeOfSupply(basis: TaxBasis, place: TaxPlace): LocatedPlace {
  const { isBelowEuThreshold = false, sellerCountry } = basis;
  const located = locate(place);
  if (!isBelowEuThreshold || sellerCountry === undefined) return located;
  const home = locate({ country: sellerCountry, region: null, postCode: null });
  return EU_COUNTRIES.has(home.country) && mayOweTax(basis, place) ? home : located;
}

/** Whether a business at the place owes the tax itself: in another member state than the seller's. */
export function mayOweTax({ sellerCountry }: TaxBasis, place: TaxPlace): boolean {
  const { country, isOutside } = locate(place);
  return !isOutside && EU_COUNTRIES.has(country) && country !== sellerCountry;
}

const reverseCharge =
  (mode: BuyerRates['mode']) =>
  (rate: BuyerRate): BuyerRate => ({
    ...rate,
    basisPoints: 0,
    reason: 'ReverseCharge',
    ...(mode === 'Inclusive' && rate.basisPoints > 0 && { reliefBasisPoints: rate.basisPoints }),
  });

function collectedRates(basis: TaxBasis, place: LocatedPlace): BuyerRate[] {
  const { country, region } = place;
  const own = basis.ownRates.filter((rate) => isFor(rate, place) && holds(rate, basis.day));
  const sorted = own.toSorted(byPrecedence);
  const rateOf = ({ id, basisPoints, reason, targets }: OwnRate, rank: number): BuyerRate => ({
    id,
    basisPoints,
    country,
    region,
    reason,
    targets,
    rank,
  });
  const general = sorted.find(({ targets }) => targets.length === 0);
  return [
    ...sorted.filter(({ targets }) => targets.length > 0).map(rateOf),
    general === undefined ? tableRate(basis, place) : rateOf(general, sorted.length),
  ];
}

/** Whether the standard rates of a country are charged where no rate of the vendor's own is. */
export function collectsByTable(collectsIn: readonly string[], country: string): boolean {
  return collectsIn.includes(country) || (collectsIn.includes(EU) && EU_COUNTRIES.has(country));
}

function tableRate({ collectsIn, day }: TaxBasis, { country, region, isOutside }: LocatedPlace): BuyerRate {
  const row =
    collectsByTable(collectsIn, country) && !isOutside ? standardRate(country, region, day) : undefined;
  return {
    id: row === undefined ? 'none' : `standard-${country}`,
    basisPoints: row?.basisPoints ?? 0,
    country,
    region,
    reason: row === undefined ? 'NotCollecting' : 'Standard',
    targets: [],
  };
}

/** A rate of a whole country does not apply where the country's value added tax does not. */
function isFor(rate: OwnRate, { country, region, isOutside }: LocatedPlace): boolean {
  if (rate.country !== country) return false;
  return rate.region === null ? !isOutside : sameRegion(rate.region, region);
}

function sameRegion(a: string, b: string | null): boolean {
  return b !== null && a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Whether a rate of the vendor's own is in force on a day. */
export function holds({ firstDay, lastDay }: OwnRate, day: string): boolean {
  return (firstDay === null || firstDay <= day) && (lastDay === null || day <= lastDay);
}

function byPrecedence(a: OwnRate, b: OwnRate): number {
  const region = Number(a.region === null) - Number(b.region === null);
  return region || compare(b.firstDay ?? '', a.firstDay ?? '') || compare(b.id, a.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The first day after that of the basis on which a rate of the country changes; `undefined` if none will. */
export function nextTaxDay({ ownRates, day }: TaxBasis, country: string): string | undefined {
  const own = ownRates
    .filter((rate) => rate.country === country)
    .flatMap(({ firstDay, lastDay }) => [firstDay, lastDay === null ? null : dayAfter(lastDay)])
    .filter((other) => other !== null && other > day);
  return [...own, nextStandardRateDay(country, day) ?? null].filter((other) => other !== null).toSorted()[0];
}

function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}

/** The day of a moment, in UTC: YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
