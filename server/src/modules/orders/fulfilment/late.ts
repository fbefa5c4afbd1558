/** An order whose job works is delivered long before this time after its payment, in milliseconds. */
export const LATE_AFTER_MS = 10 * 60_000;
