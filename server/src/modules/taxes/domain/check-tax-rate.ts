import { isCountryCode } from '../../../kernel/countries.ts';
import { REGION_CODES } from './region-codes.ts';
import { REGIONS } from './regions.ts';

interface RateFields {
  readonly country: string;
  readonly region: string | null;
  readonly rateMillionths: number;
  readonly reason: 'Standard' | 'ZeroRated' | 'Exempt';
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

const MOST_CHARACTERS = 100;

/** Every issue of a rate, as field → messages; `{}` when it is valid. */
export function taxRateIssues(fields: RateFields): Record<string, string[]> {
  const { country, region, rateMillionths, reason, firstDay, lastDay } = fields;
  const isRate = Number.isInteger(rateMillionths) && rateMillionths >= 0 && rateMillionths <= 1_000_000;
  const isOrdered = firstDay === null || lastDay === null || firstDay <= lastDay;
  return {
    ...(!isCountryCode(country) && { country: ['must be a country code of ISO 3166, such as US'] }),
    ...regionIssues(country, region),
    ...(!isRate && { rate: ['must be a fraction from 0 to 1 with at most 6 digits, such as 0.19'] }),
    ...(isRate && reason !== 'Standard' && rateMillionths > 0 && { rate: ['must be 0 for this reason'] }),
    ...(firstDay !== null && !isDay(firstDay) && { firstDay: [DAY] }),
    ...(lastDay !== null && !isDay(lastDay) && { lastDay: [DAY] }),
    ...(!isOrdered && { lastDay: ['must not be before firstDay'] }),
  };
}

const DAY = 'must be a day such as 2026-01-31';

function regionIssues(country: string, region: string | null): Record<string, string[]> {
  if (region === null) return {};
  if (region.trim() === '' || region.length > MOST_CHARACTERS)
    return { region: [`must have 1 to ${MOST_CHARACTERS} characters`] };
  const names = regionsOf(country);
  if (names.length === 0 || names.some((name) => name.toLowerCase() === region.toLowerCase())) return {};
  return { region: [`must be one of ${names.join(', ')}, or absent for all of ${country}`] };
}

/** The regions of a country that taxes can depend on, as addresses and the table of places name them; empty if unknown. */
function regionsOf(country: string): readonly string[] {
  const places = REGIONS.filter((region) => region.country === country).map(({ name }) => name);
  return REGION_CODES.get(country) ?? places;
}

function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${text}T`);
}
