/** The time in which a rotated refresh token still returns the same successor: two tabs, or a lost response. */
const REPEAT_SECONDS = 10;

/** Facts about a session and about the presented refresh token. */
interface RotationFacts {
  /** Number of the presented token; `undefined` when the session never issued it. */
  readonly presented: number | undefined;
  /** Number of the session's newest token. */
  readonly newest: number;
  /** The time at which the newest token was issued. */
  readonly rotatedAt: Date;
  readonly now: Date;
}

/**
 * The decision about a presented refresh token (wire contract section 2):
 * - `Rotate`: it is the newest; it is replaced by a successor
 * - `Repeat`: its one successor is the newest and was issued just now; the same successor is returned again
 * - `Reuse`: it was replaced long ago, or its successor was too: somebody copied it
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
