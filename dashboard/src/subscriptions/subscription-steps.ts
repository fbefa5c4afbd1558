import type { Subscription } from './subscription-queries.ts';

/** Something that support does with a subscription. */
export type Step =
  | 'release'
  | 'retry'
  | 'skip'
  | 'resume'
  | 'change'
  | 'pause'
  | 'extend'
  | 'comp'
  | 'merge'
  | 'cancel'
  | 'end';

/**
 * What can be done with a subscription as it stands, the most urgent first. `Expired` is also one whose access is over, and
 * that waits: a held renewal is still charged or given away, a charge that failed can be repeated, a pause still ends,
 * and it can be ended for good.
 */
export function possibleSteps(
  {
    status,
    cancelAt,
    endedAt,
    payment,
    pausedUntil,
    nextPlan,
    mergedInto,
    hasPaymentMethod,
  }: Pick<
    Subscription,
    | 'status'
    | 'cancelAt'
    | 'endedAt'
    | 'payment'
    | 'pausedUntil'
    | 'nextPlan'
    | 'mergedInto'
    | 'hasPaymentMethod'
  >,
  now = new Date(),
): readonly Step[] {
  if (status === 'Completed' || endedAt !== undefined) return [];
  // In the grace after the paid period, only its customer can go on, with a payment.
  const isOver = cancelAt !== undefined && new Date(cancelAt) <= now;
  if (status === 'Cancelled') return mergedInto === undefined && !isOver ? ['resume', 'end'] : ['end'];
  const isPaused = pausedUntil !== undefined;
  const hasFailed = payment.state === 'Retrying' || payment.state === 'NeedsBuyer';
  const waiting = [
    ...(payment.state === 'Held' ? (['release', 'skip'] as const) : []),
    ...(hasFailed && hasPaymentMethod ? (['retry'] as const) : []),
    ...(isPaused ? (['resume'] as const) : []),
  ];
  if (status !== 'Active') return [...waiting, 'end'];
  const isSettled = payment.state === 'Paid' && !isPaused;
  return [
    ...waiting,
    ...(isSettled ? (['change', 'pause', 'extend'] as const) : []),
    ...(isPaused ? [] : (['comp'] as const)),
    ...(isSettled && nextPlan === undefined ? (['merge'] as const) : []),
    'cancel',
  ];
}

/** When a subscription ends, and what goes back. */
export type End = 'PeriodEnd' | 'Now' | 'NowWithRefund';

/** How a subscription can be ended: what was not paid is not refunded, and who has no access left has no paid days either. */
export function possibleEnds(
  { status, currentPeriod }: Pick<Subscription, 'status' | 'currentPeriod'>,
  { mayRefund }: { readonly mayRefund: boolean },
): readonly End[] {
  if (status === 'Expired') return ['Now'];
  const isPaid = currentPeriod.state === 'Paid' && currentPeriod.reason === undefined;
  return [
    ...(status === 'Cancelled' ? [] : (['PeriodEnd'] as const)),
    'Now',
    ...(isPaid && mayRefund ? (['NowWithRefund'] as const) : []),
  ];
}
