import type { QueryContext } from '../accounts/index.ts';
import type { LineRenewal } from '../pricing/index.ts';
import { anchorAt, boundary, cycleNamed, endOfFreeDays } from './domain/calendar.ts';

/** When something that is bought now is charged again, or for the first time: at the end of its free days. */
export function firstChargeAt(
  { account, clock }: Pick<QueryContext, 'account' | 'clock'>,
  { cycle, freeDays }: Pick<LineRenewal, 'cycle' | 'freeDays'>,
): Date {
  const anchor = anchorAt(clock.now(), account.settings.documents.timeZone);
  return freeDays === undefined ? boundary(anchor, cycleNamed(cycle), 1) : endOfFreeDays(anchor, freeDays);
}
