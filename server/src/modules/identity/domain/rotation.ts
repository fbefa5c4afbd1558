/** How long a rotated refresh token gives the same successor again: two tabs, or an answer that was lost. */
export const REPEAT_SECONDS = 10;

/** What is known of a session and of the refresh token that someone presents. */
export interface RotationFacts {
  /** Number of the presented token; `undefined` when the session never gave it out. */
  readonly presented: number | undefined;
  /** Number of the session's newest token. */
  readonly newest: number;
  /** When the newest token was made. */
  readonly rotatedAt: Date;
  readonly now: Date;
}

/**
 * What presenting a refresh token comes to (wire contract section 2):
 * - `Rotate`: it is the newest; it is replaced by a successor
 * - `Repeat`: its one successor is the newest and was made just now; the same successor is returned again
 * - `Reuse`: it was replaced long ago, or its successor was as well: someone copied it
 * - `Foreign`: it never belonged to this session
 *
 * The numbers decide; the time only limits how long `Repeat` may last.
 */
export function decideRotation(facts: RotationFacts): 'Rotate' | 'Repeat' | 'Reuse' | 'Foreign' {
  const { presented, newest } = facts;
  if (presented === undefined || presented > newest) return 'Foreign';
  if (presented === newest) return 'Rotate';
  const sinceMs = facts.now.getTime() - facts.rotatedAt.getTime();
  return presented === newest - 1 && sinceMs <= REPEAT_SECONDS * 1_000 ? 'Repeat' : 'Reuse';
}
