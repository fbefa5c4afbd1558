import { anchorAt, boundary } from './domain/calendar.ts';
import type { Period, Subscription } from './tables.ts';

/** The end of what a period was paid for: days that its vendor has given after it were not. */
export function paidEnd(
  {
    anchorNumber,
    anchorZone,
    cycleLength,
  }: Pick<Subscription, 'anchorNumber' | 'anchorZone' | 'cycleLength'>,
  { number, startsAt, endsAt }: Pick<Period, 'number' | 'startsAt' | 'endsAt'>,
): Date {
  // Periods are counted from the end of one that was extended.
  if (anchorNumber <= number) return endsAt;
  const cycle = boundary(anchorAt(startsAt, anchorZone), cycleLength, 1);
  return cycle < endsAt ? cycle : endsAt;
}
