const DAY_MS = 86_400_000;

/** So many days before it counts, a new price is told (subscriptions, section 3). */
export const NOTICE_DAYS = 30;
const NOTICE_MS = NOTICE_DAYS * DAY_MS;

/** Nothing is announced. */
export const NO_NEXT_PRICE = {
  nextPriceMinor: null,
  nextPriceFrom: null,
  nextPriceMailId: null,
  nextPriceMailMinor: null,
  nextPriceMailFrom: null,
  nextPriceSentAt: null,
  nextPriceFailedAt: null,
} as const;

/**
 * The price of one unit that is to come, in minor units, and its day; those that the mail named, and when the mail server
 * took it.
 */
export interface NextPrice {
  readonly nextPriceMinor: number | null;
  readonly nextPriceFrom: Date | null;
  readonly nextPriceMailMinor: number | null;
  readonly nextPriceMailFrom: Date | null;
  readonly nextPriceSentAt: Date | null;
}

/** The end of the notice of a price that is told now. */
export function endOfNotice(now: Date): Date {
  return new Date(now.getTime() + NOTICE_MS);
}

/** Whether the mail is about the price that is to come: a server of the release before may have announced another one. */
export function isOfNotice({
  nextPriceMinor,
  nextPriceFrom,
  nextPriceMailMinor,
  nextPriceMailFrom,
}: Omit<NextPrice, 'nextPriceSentAt'>): boolean {
  return nextPriceMinor === nextPriceMailMinor && nextPriceFrom?.getTime() === nextPriceMailFrom?.getTime();
}

/** Whether the day of an announced price has come for a period that begins then, whether or not its mail was sent. */
export function isPriceDue(
  { nextPriceMinor, nextPriceFrom }: Pick<NextPrice, 'nextPriceMinor' | 'nextPriceFrom'>,
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
  if (nextPriceMinor === null || nextPriceSentAt === null || !isOfNotice(next)) return undefined;
  if (!isPriceDue(next, startsAt)) return undefined;
  return endOfNotice(nextPriceSentAt) <= startsAt ? nextPriceMinor : undefined;
}
