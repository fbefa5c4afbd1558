import type { QueryContext } from '../accounts/index.ts';
import { refundsFailedIn } from '../payments/index.ts';
import type { CurrencyFigures } from './domain/figures.ts';
import type { SalesDay } from './tables.ts';

/** So long after its end, nothing is written any more that happened in a span. */
const SETTLED_AFTER_MS = 3_600_000;
/** So long after its time, a failed refund is committed: its transaction may wait for others. */
const COMMITTED_AFTER_MS = 300_000;

/** Whether everything that happened until a moment is written. */
export function isSettled(end: Date, now: Date): boolean {
  return end.getTime() + SETTLED_AFTER_MS <= now.getTime();
}

/**
 * The stored figures that are true, without those that a refund has left since: one that had succeeded in their time, and
 * failed later; and without those of a release that did not count campaigns.
 */
export async function currentFigures<Row extends Pick<SalesDay, 'figures' | 'computedAt'>>(
  ctx: QueryContext,
  all: readonly Row[],
): Promise<Row[]> {
  const rows = all.filter(({ figures }) => [...figures.Live, ...figures.Test].every(hasCampaigns));
  const times = rows.map(({ computedAt }) => computedAt.getTime());
  if (times.length === 0) return [];
  const readBefore = (time: number) => new Date(time - COMMITTED_AFTER_MS);
  const from = readBefore(Math.min(...times));
  const failures = await refundsFailedIn(ctx, { from, to: ctx.clock.now() });
  const isStale = ({ computedAt }: Row) =>
    failures.some(({ settledAt }) => settledAt !== null && settledAt >= readBefore(computedAt.getTime()));
  return rows.filter((row) => !isStale(row));
}

function hasCampaigns({ campaigns, coupons }: CurrencyFigures): boolean {
  return campaigns !== undefined && coupons !== undefined;
}
