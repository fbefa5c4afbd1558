const LENGTHS: Readonly<Record<string, Temporal.DurationLike>> = {
  Daily: { days: 1 },
  Weekly: { weeks: 1 },
  Monthly: { months: 1 },
  Quarterly: { months: 3 },
  Yearly: { years: 1 },
};

/**
 * The end of the billing cycle that starts now; `undefined` for a one-off purchase. A month ends on the same day of the
 * next one, or on its last day if it has no such day (31 January → 28 or 29 February), in UTC.
 */
export function cycleEnd(start: Date, recurrence: string): Date | undefined {
  const length = LENGTHS[recurrence];
  if (length === undefined) return undefined;
  const end = start.toTemporalInstant().toZonedDateTimeISO('UTC').add(length);
  return new Date(end.epochMilliseconds);
}
