import type { Subscription } from './subscription-queries.ts';

/** Something that support does with a subscription. */
export type Step = 'release' | 'skip' | 'resume' | 'extend' | 'cancel';

/** What can be done with a subscription as it stands, the most urgent first. */
export function possibleSteps({
  status,
  payment,
  pausedUntil,
}: Pick<Subscription, 'status' | 'payment' | 'pausedUntil'>): readonly Step[] {
  if (status === 'Cancelled') return ['resume'];
  if (status !== 'Active') return [];
  return [
    ...(payment.state === 'Held' ? (['release', 'skip'] as const) : []),
    ...(pausedUntil === undefined ? [] : (['resume'] as const)),
    'extend',
    'cancel',
  ];
}
