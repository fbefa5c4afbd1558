const STEADY_POLLS = 10;
const SHORTEST_MILLISECONDS = 1_000;
const LONGEST_MILLISECONDS = 5_000;
const GROWTH = 1.3;

/** The delay before the next poll: a second for the first ten times, then increasing to five seconds. */
export function pollDelayMilliseconds(pollsSoFar: number): number {
  const growing = Math.max(0, pollsSoFar - STEADY_POLLS);
  return Math.round(Math.min(LONGEST_MILLISECONDS, SHORTEST_MILLISECONDS * GROWTH ** growing));
}

/** The number of finished reads of a query, successful or not. */
export function readsOf(
  state: { readonly dataUpdateCount: number; readonly errorUpdateCount: number } | undefined,
): number {
  return state === undefined ? 0 : state.dataUpdateCount + state.errorUpdateCount;
}
