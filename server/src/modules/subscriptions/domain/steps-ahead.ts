import { asksAhead, attemptsAhead, endOfDunning } from './dunning.ts';
import { chargeAt, type Standing, type Step } from './schedule.ts';

/** A step of a subscription that is to come. */
export interface StepAhead {
  readonly step: Exclude<Step, 'Hold' | 'Keep' | 'Await'>;
  readonly at: Date;
}

/**
 * What happens to a subscription by itself if nobody does anything, in its order: of one that runs, the next renewal; while
 * a renewal is open, every charge and mail that would still fail, up to the end. What is held waits for the vendor.
 */
export function stepsAhead(
  subscription: Standing & { readonly attempts: number },
  { isOpen }: { readonly isOpen: boolean },
): StepAhead[] {
  const { status, endedAt, expiresAt, paymentState, nextAttemptAt, failedAt } = subscription;
  if (endedAt !== null || status === 'Completed') return [];
  if (status === 'Cancelled') return [{ step: 'End', at: expiresAt }];
  const loss = status === 'Active' ? [{ step: 'LoseAccess', at: expiresAt } as const] : [];
  if (paymentState === 'Held')
    return inOrder([...stepsOf(isOpen ? 'Charge' : 'Renew', [nextAttemptAt]), ...loss]);
  if (!isOpen) return inOrder(renewal(subscription, loss));
  // The first charge is on its way: nobody loses access before it has failed.
  return inOrder(failedAt === null ? dunning(subscription) : [...dunning(subscription), ...loss]);
}

/** The renewal of one without anything open; one that is paused loses its access before. */
function renewal(subscription: Standing, loss: readonly StepAhead[]): StepAhead[] {
  const { noticeAt, pausedUntil } = subscription;
  const renewsAt = chargeAt(subscription);
  const notice = noticeAt !== null && noticeAt < renewsAt ? noticeAt : null;
  const steps = [...stepsOf('Notify', [notice]), ...stepsOf('Renew', [renewsAt])];
  return pausedUntil === null ? steps : [...steps, ...loss.filter(({ at }) => at < renewsAt)];
}

/** What becomes of an open renewal that nobody pays. */
function dunning(subscription: Standing & { readonly attempts: number }): StepAhead[] {
  const { failedAt, nextAttemptAt, attempts } = subscription;
  const charges = nextAttemptAt === null ? [] : attemptsAhead(nextAttemptAt, attempts, failedAt);
  return [
    ...stepsOf('Charge', charges),
    ...stepsOf('Ask', asksAhead(subscription)),
    ...stepsOf('End', [failedAt && endOfDunning(failedAt)]),
  ];
}

function stepsOf(step: StepAhead['step'], moments: readonly (Date | null)[]): StepAhead[] {
  return moments.flatMap((at) => (at === null ? [] : [{ step, at }]));
}

function inOrder(steps: readonly StepAhead[]): StepAhead[] {
  return steps.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
