import type { License } from './license.ts';

/** A verified license, and the time that has passed for it on this device. Milliseconds. */
export interface Tenure {
  readonly license: License;
  /** The wall clock when the server's response arrived; absent for a token from a file. */
  readonly receivedAt?: number | undefined;
  /** The time that the application has run since then: a lower bound of the real time. */
  readonly ranMs: number;
}

/** Milliseconds since the last validation. */
export interface Policy {
  /** When a validation is due. */
  readonly validateEveryMs: number;
  /** Without a validation the license locks after this time; from half of it on, people are reminded. */
  readonly graceMs: number;
}

/** The state of a license at a moment; `Active` and `Overdue` let the application run. */
export interface Decision {
  readonly status: 'Active' | 'Overdue' | 'Locked' | 'Expired';
  /** Time since the last validation. */
  readonly elapsedMs: number;
  /** Time until the license expires; absent when it never does. */
  readonly expiresInMs?: number;
  /** Time until the grace period ends; absent for offline licenses. */
  readonly locksInMs?: number;
  readonly isValidationDue: boolean;
}

/**
 * The time since the last validation. The wall clock gives two readings: since the response arrived, which a constantly
 * wrong clock does not affect; and since the server's own time, which a clock that was corrected meanwhile does not
 * affect. The smaller one counts, and neither when the clock was set back before it. The time for which the application
 * has run always counts, so a stopped clock does not extend anything forever.
 */
export function elapsedSince(
  { license, receivedAt = license.validatedAt, ranMs }: Tenure,
  now: number,
): number {
  const readings = [now - receivedAt, now - license.validatedAt].filter((reading) => reading >= 0);
  return Math.max(ranMs, readings.length > 0 ? Math.min(...readings) : 0);
}

/**
 * Decides about a verified license. Whatever it decides, the license is kept: the next validation or a corrected clock
 * restores it.
 */
export function decide(tenure: Tenure, now: number, { validateEveryMs, graceMs }: Policy): Decision {
  const { license } = tenure;
  const elapsedMs = elapsedSince(tenure, now);
  const expiresInMs =
    license.expiresAt === undefined ? undefined : license.expiresAt - license.validatedAt - elapsedMs;
  const hasExpired = expiresInMs !== undefined && expiresInMs <= 0;
  const expiry = expiresInMs === undefined ? {} : { expiresInMs };
  if (license.method === 'Offline')
    return { status: hasExpired ? 'Expired' : 'Active', elapsedMs, ...expiry, isValidationDue: false };
  const locksInMs = graceMs - elapsedMs;
  return {
    status: hasExpired
      ? 'Expired'
      : locksInMs <= 0
        ? 'Locked'
        : elapsedMs >= graceMs / 2
          ? 'Overdue'
          : 'Active',
    elapsedMs,
    ...expiry,
    locksInMs,
    isValidationDue: hasExpired || elapsedMs >= validateEveryMs,
  };
}
