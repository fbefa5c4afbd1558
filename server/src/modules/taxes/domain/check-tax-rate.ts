import { isCountryCode } from '../../../kernel/countries.ts';

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
    ...(region !== null && !isRegion(region) && { region: [`must have 1 to ${MOST_CHARACTERS} characters`] }),
    ...(!isRate && { rate: ['must be a fraction from 0 to 1 with at most 6 digits, such as 0.19'] }),
    ...(isRate && reason !== 'Standard' && rateMillionths > 0 && { rate: ['must be 0 for this reason'] }),
    ...(firstDay !== null && !isDay(firstDay) && { firstDay: [DAY] }),
    ...(lastDay !== null && !isDay(lastDay) && { lastDay: [DAY] }),
    ...(!isOrdered && { lastDay: ['must not be before firstDay'] }),
  };
}

const DAY = 'must be a day such as 2026-01-31';

function isRegion(text: string): boolean {
  return text.trim() !== '' && text.length <= MOST_CHARACTERS;
}

function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${text}T`);
}
