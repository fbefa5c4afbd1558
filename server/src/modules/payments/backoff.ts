import type { Clock } from '../../kernel/clock.ts';

const SHORTEST_WAIT_MS = 60_000;

/** When to poll something again that has been pending since a moment: soon at first, later and later as it ages. */
export function backoff({ clock }: { readonly clock: Clock }, since: Date, longestWaitMs: number): Date {
  const now = clock.now().getTime();
  return new Date(now + Math.min(Math.max(now - since.getTime(), SHORTEST_WAIT_MS), longestWaitMs));
}
