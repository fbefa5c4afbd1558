/** The permitted rate of an action. */
export interface Allowance {
  /** Hits in one window; 0 turns the limit off. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** A counter's decision about one hit. */
export interface Verdict {
  readonly allowed: boolean;
  /** Seconds until a refused caller may try again, at least 1; 0 when the hit is allowed. */
  readonly retryAfterSeconds: number;
}

export const ALLOWED: Verdict = { allowed: true, retryAfterSeconds: 0 };
