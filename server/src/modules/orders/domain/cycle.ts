const MONTHS: Readonly<Record<string, number>> = { Monthly: 1, Quarterly: 3, Yearly: 12 };
const DAYS: Readonly<Record<string, number>> = { Daily: 1, Weekly: 7 };
const DAY_MS = 86_400_000;

/**
 * The end of the billing cycle that starts now; `undefined` for a one-off purchase. A month ends on the same day of the
 * next one, or on its last day if it has no such day (31 January → 28 or 29 February), in UTC.
 */
export function cycleEnd(start: Date, recurrence: string): Date | undefined {
  const days = DAYS[recurrence];
  if (days !== undefined) return new Date(start.getTime() + days * DAY_MS);
  const months = MONTHS[recurrence];
  if (months === undefined) return undefined;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  end.setUTCDate(Math.min(start.getUTCDate(), daysInMonth(end)));
  return end;
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
