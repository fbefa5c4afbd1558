const DAY_MS = 86_400_000;

/**
 * After how many days a charge that failed is repeated: after the first failure, the second, … (subscriptions, section
 * 3).
 */
const RETRY_DAYS = [2, 5, 7, 7] as const;

/** How long after the first failure a subscription ends. */
const END_DAYS = 21;

/**
 * When the charge is repeated after this many failures; `undefined`: no more. Never after the end, which a slow bank or an
 * outage may have left behind.
 */
export function nextAttempt(now: Date, failures: number, failedAt: Date): Date | undefined {
  const days = RETRY_DAYS[failures - 1];
  if (days === undefined) return undefined;
  const at = new Date(now.getTime() + days * DAY_MS);
  const end = endOfDunning(failedAt);
  if (at < end) return at;
  return end > now ? end : undefined;
}

/** The next repeated charge and those after it, if each of them fails as well. */
export function attemptsAhead(next: Date, failures: number, failedAt: Date | null): Date[] {
  const after = failedAt === null ? undefined : nextAttempt(next, failures + 1, failedAt);
  return after === undefined || after <= next
    ? [next]
    : [next, ...attemptsAhead(after, failures + 1, failedAt)];
}

/** After how many days the buyer is asked again for what only they can pay, counted from the first mail. */
const ASK_DAYS = [3, 10] as const;
/** The mails that ask, the first included. */
export const MOST_ASKS = ASK_DAYS.length + 1;

/** When the buyer is asked again after this many mails; null: no more. */
export function nextAsk({
  askedAt,
  asks,
}: {
  /** The first mail. */
  readonly askedAt: Date | null;
  readonly asks: number;
}): Date | null {
  const days = ASK_DAYS[asks - 1];
  return askedAt === null || days === undefined ? null : new Date(askedAt.getTime() + days * DAY_MS);
}

/** When the buyer is asked again, each time that is left. */
export function asksAhead({
  askedAt,
  asks,
}: {
  readonly askedAt: Date | null;
  readonly asks: number;
}): Date[] {
  const next = nextAsk({ askedAt, asks });
  return next === null ? [] : [next, ...asksAhead({ askedAt, asks: asks + 1 })];
}

/** When a subscription ends whose open period was first not paid at `failedAt`. */
export function endOfDunning(failedAt: Date): Date {
  return new Date(failedAt.getTime() + END_DAYS * DAY_MS);
}

/** When the open period was first not paid of a subscription that ends at `end`. */
export function failureThatEnds(end: Date): Date {
  return new Date(end.getTime() - END_DAYS * DAY_MS);
}

/** The end of the licenses of a subscription that is paid until then. */
export function endOfGrace(paidUntil: Date, graceDays: number): Date {
  return new Date(paidUntil.getTime() + graceDays * DAY_MS);
}

/** Renewals that are overdue for longer are held (subscriptions, section 2). */
const HELD_AFTER_MS = 72 * 3_600_000;

/** Whether a renewal that was due at `dueAt` is too late to be charged without the vendor. */
export function isHeld(dueAt: Date, now: Date): boolean {
  return now.getTime() - dueAt.getTime() > HELD_AFTER_MS;
}
