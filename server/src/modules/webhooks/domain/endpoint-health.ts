/** What was made of a delivery at a time. */
interface Outcome {
  /** Absent: it was not sent. */
  readonly isSuccess?: boolean;
  readonly delivery: { readonly isTest: boolean };
}

/** Since when an endpoint has failed without one success, and how many warnings its vendor got about that. */
interface Health {
  readonly failingSince: Date | null;
  readonly warnings: number;
}

/**
 * What changes in the health of an endpoint with these outcomes: one success ends a failure; tests alone, and what was
 * not sent this time, do not begin one.
 */
export function healthAfter(
  { failingSince }: Pick<Health, 'failingSince'>,
  outcomes: readonly Outcome[],
  now: Date,
): Partial<Health> {
  if (outcomes.some(({ isSuccess }) => isSuccess === true))
    return failingSince === null ? {} : { failingSince: null, warnings: 0 };
  const hasFailed = outcomes.some(({ isSuccess, delivery }) => isSuccess === false && !delivery.isTest);
  return hasFailed && failingSince === null ? { failingSince: now } : {};
}
