import type { CycleLength } from './calendar.ts';

const DAY_MS = 86_400_000;

/** Yearly renewals are announced so many days ahead, whatever the account has set (subscriptions, section 2). */
const YEARLY_DAYS = 30;
/** A first charge after free days. */
const FREE_DAYS = 3;
/** A card that does not last until the renewal. */
const CARD_DAYS = 14;

/** The renewal that is to come. */
interface NextRenewal {
  readonly renewsAt: Date;
  readonly cycleLength: CycleLength;
  /** Nothing was charged before. */
  readonly isFirstCharge: boolean;
  /** The last month in which the card is valid: `2030-08`; null: it has none. */
  readonly cardExpires: string | null;
}

/**
 * When a renewal is announced; null: not. `announceDays` is the setting of the account for other cycles than yearly.
 */
export function announcementAt(
  { renewsAt, cycleLength, isFirstCharge }: Omit<NextRenewal, 'cardExpires'>,
  announceDays: number,
): Date | null {
  const ofCycle = cycleLength === 'Yearly' ? YEARLY_DAYS : announceDays;
  const days = isFirstCharge ? Math.max(FREE_DAYS, announceDays) : ofCycle;
  return days === 0 ? null : daysBefore(renewsAt, days);
}

/** Whether a card is not valid any more when it is charged. */
export function isCardOver({
  renewsAt,
  cardExpires,
}: Pick<NextRenewal, 'renewsAt' | 'cardExpires'>): boolean {
  return cardExpires !== null && renewsAt.toISOString().slice(0, 7) > cardExpires;
}

/** When the customer is told next of the renewal that is to come, if that is after `after`; null: not. */
export function nextNotice(renewal: NextRenewal, announceDays: number, after: Date | null): Date | null {
  const card = isCardOver(renewal) ? daysBefore(renewal.renewsAt, CARD_DAYS) : null;
  const moments = [announcementAt(renewal, announceDays), card]
    .filter((moment) => moment !== null)
    .filter((moment) => after === null || moment > after);
  return moments.length === 0 ? null : new Date(Math.min(...moments.map(Number)));
}

/**
 * When the customer is told of a card that took the place of another one after the renewal was announced; null: it lasts until
 * the renewal.
 */
export function noticeOfCard(renewal: Pick<NextRenewal, 'renewsAt' | 'cardExpires'>, now: Date): Date | null {
  if (!isCardOver(renewal)) return null;
  const card = daysBefore(renewal.renewsAt, CARD_DAYS);
  return card < now ? now : card;
}

/** Whether a notice is only about the card: the renewal was announced before. */
export function isOnlyOfCard(
  renewal: Pick<NextRenewal, 'renewsAt' | 'cardExpires'>,
  { noticeAt, announcement }: { readonly noticeAt: Date | null; readonly announcement: Date | null },
): boolean {
  if (noticeAt === null || announcement === null || !isCardOver(renewal)) return false;
  return noticeAt > announcement && noticeAt >= daysBefore(renewal.renewsAt, CARD_DAYS);
}

function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * DAY_MS);
}
