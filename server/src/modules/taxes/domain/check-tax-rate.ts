import { isCountryCode } from '../../../kernel/countries.ts';
import { REGION_CODES } from './region-codes.ts';

interface RateFields {
  readonly country: string;
  readonly region: string | null;
  readonly rateMillionths: number;
  readonly reason: 'Standard' | 'ZeroRated' | 'Exempt';
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

const MOST_CHARACTERS = 64;

/**
 * Every issue of a rate, as field → messages; `{}` when it is valid. A region that is unchanged from `before` has none:
 * rates of earlier versions may name regions that are now refused, and must still be editable, for example to end them.
 */
export function taxRateIssues(fields: RateFields, before?: RateFields): Record<string, string[]> {
  const { country, region, rateMillionths, reason, firstDay, lastDay } = fields;
  const isRate = Number.isInteger(rateMillionths) && rateMillionths >= 0 && rateMillionths <= 1_000_000;
  const isOrdered = firstDay === null || lastDay === null || firstDay <= lastDay;
  const isPlaced = before?.country !== country || before.region !== region;
  return {
    ...(!isCountryCode(country) && { country: ['must be a country code of ISO 3166, such as US'] }),
    ...(isPlaced && regionIssues(country, region)),
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
  if (/^[\p{N}\s]+$/u.test(region))
    return { region: ['must not be a number: it is compared with regions, not with postal codes'] };
  // Elsewhere addresses state regions as free text.
  const codes = REGION_CODES.get(country);
  if (codes === undefined || codes.includes(region.toUpperCase())) return {};
  return { region: [`must be one of ${codes.join(', ')}, or absent for all of ${country}`] };
}

/** Whether a text is a day, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${text}T`);
}
