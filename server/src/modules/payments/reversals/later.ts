import type { Clock } from '../../../kernel/clock.ts';

const SHORTEST_WAIT_MS = 60_000;
/** Approvals take days. */
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** When to poll something again that has been pending since a moment: soon at first, later and later as it ages. */
export function laterBy({ clock }: { readonly clock: Clock }, since: Date): Date {
  const now = clock.now().getTime();
  return new Date(now + Math.min(Math.max(now - since.getTime(), SHORTEST_WAIT_MS), LONGEST_WAIT_MS));
}
