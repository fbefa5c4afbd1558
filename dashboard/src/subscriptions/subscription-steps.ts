import type { Subscription } from './subscription-queries.ts';

/** Something that support does with a subscription. */
export type Step = 'release' | 'skip' | 'resume' | 'extend' | 'merge' | 'cancel';

/** What can be done with a subscription as it stands, the most urgent first. */
export function possibleSteps({
  status,
  payment,
  pausedUntil,
  nextPlan,
  mergedInto,
}: Pick<Subscription, 'status' | 'payment' | 'pausedUntil' | 'nextPlan' | 'mergedInto'>): readonly Step[] {
  if (status === 'Cancelled') return mergedInto === undefined ? ['resume'] : [];
  if (status !== 'Active') return [];
  const isSettled = payment.state === 'Paid' && pausedUntil === undefined && nextPlan === undefined;
  return [
    ...(payment.state === 'Held' ? (['release', 'skip'] as const) : []),
    ...(pausedUntil === undefined ? [] : (['resume'] as const)),
    'extend',
    ...(isSettled ? (['merge'] as const) : []),
    'cancel',
  ];
}
