/** The time after the payment, in milliseconds, by which a working job has long delivered an order. */
export const LATE_AFTER_MS = 10 * 60_000;
