/** The minimum number of digits of a number; more when the series has more documents. */
const DIGITS = 4;

/**
 * The start of all numbers of a series: the prefix from the settings, with the year in the seller's time zone in place
 * of `{year}`. Each result is a series of its own that counts from 1, so a prefix with the year restarts each year.
 */
export function seriesPrefix(prefix: string, issuedAt: Date, timeZone: string): string {
  const { year } = Temporal.Instant.fromEpochMilliseconds(issuedAt.getTime()).toZonedDateTimeISO(timeZone);
  return prefix.replaceAll('{year}', String(year));
}

/** The number of a document: `R-2026-` and 7 are `R-2026-0007`. */
export function documentNumber(prefix: string, position: number): string {
  return `${prefix}${String(position).padStart(DIGITS, '0')}`;
}
