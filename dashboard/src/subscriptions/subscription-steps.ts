import type { Subscription } from './subscription-queries.ts';

/** Something that support does with a subscription. */
export type Step = 'release' | 'skip' | 'resume' | 'extend' | 'merge' | 'cancel';

/**
 * What can be done with a subscription as it stands, the most urgent first. `Expired` is also one whose access is over, and
 * that waits: a held renewal is still charged or given away, and a pause still ends.
 */
export function possibleSteps({
  status,
  endedAt,
  payment,
  pausedUntil,
  nextPlan,
  mergedInto,
}: Pick<
  Subscription,
  'status' | 'endedAt' | 'payment' | 'pausedUntil' | 'nextPlan' | 'mergedInto'
>): readonly Step[] {
  if (status === 'Cancelled') return mergedInto === undefined ? ['resume'] : [];
  if (status === 'Completed' || endedAt !== undefined) return [];
  const waiting = [
    ...(payment.state === 'Held' ? (['release', 'skip'] as const) : []),
    ...(pausedUntil === undefined ? [] : (['resume'] as const)),
  ];
  if (status !== 'Active') return waiting;
  const isSettled = payment.state === 'Paid' && pausedUntil === undefined && nextPlan === undefined;
  return [...waiting, 'extend', ...(isSettled ? (['merge'] as const) : []), 'cancel'];
}
