const DAY_MS = 86_400_000;

/** So many days before it counts, a new price is told (subscriptions, section 3). */
export const NOTICE_DAYS = 30;
const NOTICE_MS = NOTICE_DAYS * DAY_MS;

/** Nothing is announced. */
export const NO_NEXT_PRICE = {
  nextPriceMinor: null,
  nextPriceFrom: null,
  nextPriceMailId: null,
  nextPriceSentAt: null,
  nextPriceFailedAt: null,
} as const;

/** The price of one unit that was announced, in minor units, its day, and when the mail server took its mail. */
export interface NextPrice {
  readonly nextPriceMinor: number | null;
  readonly nextPriceFrom: Date | null;
  readonly nextPriceSentAt: Date | null;
}

/** The end of the notice of a price that is told now. */
export function endOfNotice(now: Date): Date {
  return new Date(now.getTime() + NOTICE_MS);
}

/** Whether the day of an announced price has come for a period that begins then, whether or not its mail was sent. */
export function isPriceDue(
  { nextPriceMinor, nextPriceFrom }: Omit<NextPrice, 'nextPriceSentAt'>,
  startsAt: Date,
): boolean {
  return nextPriceMinor !== null && nextPriceFrom !== null && nextPriceFrom <= startsAt;
}

/**
 * The announced price of one unit that counts for a period that begins then, in minor units: its day has come, and the mail
 * server took its mail at least 30 days before. `undefined`: the price stays.
 */
export function priceFromNotice(next: NextPrice, startsAt: Date): number | undefined {
  const { nextPriceMinor, nextPriceSentAt } = next;
  if (nextPriceMinor === null || nextPriceSentAt === null || !isPriceDue(next, startsAt)) return undefined;
  return endOfNotice(nextPriceSentAt) <= startsAt ? nextPriceMinor : undefined;
}
