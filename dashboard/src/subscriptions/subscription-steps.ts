import type { Subscription } from './subscription-queries.ts';

/** Something that support does with a subscription. */
export type Step = 'release' | 'retry' | 'skip' | 'resume' | 'extend' | 'merge' | 'cancel';

/**
 * What can be done with a subscription as it stands, the most urgent first. `Expired` is also one whose access is over, and
 * that waits: a held renewal is still charged or given away, a charge that failed can be repeated, and a pause still ends.
 */
export function possibleSteps({
  status,
  endedAt,
  payment,
  pausedUntil,
  nextPlan,
  mergedInto,
  hasPaymentMethod,
}: Pick<
  Subscription,
  'status' | 'endedAt' | 'payment' | 'pausedUntil' | 'nextPlan' | 'mergedInto' | 'hasPaymentMethod'
>): readonly Step[] {
  if (status === 'Cancelled') return mergedInto === undefined ? ['resume'] : [];
  if (status === 'Completed' || endedAt !== undefined) return [];
  const hasFailed = payment.state === 'Retrying' || payment.state === 'NeedsBuyer';
  const waiting = [
    ...(payment.state === 'Held' ? (['release', 'skip'] as const) : []),
    ...(hasFailed && hasPaymentMethod ? (['retry'] as const) : []),
    ...(pausedUntil === undefined ? [] : (['resume'] as const)),
  ];
  if (status !== 'Active') return waiting;
  const isSettled = payment.state === 'Paid' && pausedUntil === undefined && nextPlan === undefined;
  return [...waiting, 'extend', ...(isSettled ? (['merge'] as const) : []), 'cancel'];
}
