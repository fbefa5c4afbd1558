import { endOfDunning, isHeld, nextAsk } from './dunning.ts';
import { type Fallback, fallbackAt } from './fallback.ts';

/**
 * `Active`: paid, or in grace. `Cancelled`: it ends with the paid period. `Expired`: its access is over. `Completed`:
 * its licenses are perpetual (subscriptions, section 3).
 */
export type SubscriptionStatus = 'Active' | 'Cancelled' | 'Expired' | 'Completed';

/**
 * `Paid`: nothing is open. `Retrying`: a charge failed and is repeated. `NeedsBuyer`: only the buyer can pay what is
 * open. `Held`: the vendor decides whether what is overdue is charged.
 */
export type PaymentStanding = 'Paid' | 'Retrying' | 'NeedsBuyer' | 'Held';

/** The facts about a subscription that its next step depends on. */
export interface Standing {
  readonly status: SubscriptionStatus;
  /** The end of the last period with access. */
  readonly paidUntil: Date;
  /** The end of its licenses: `paidUntil` and the grace. */
  readonly expiresAt: Date;
  /** The end of its pause: no renewal is due before; null: it is not paused. */
  readonly pausedUntil: Date | null;
  /** When its next step is due; null when none is to come. */
  readonly dueAt: Date | null;
  readonly paymentState: PaymentStanding;
  /** When the customer is told of the next renewal; null: not, or no more. */
  readonly noticeAt: Date | null;
  /** When the charge of the open period is repeated. */
  readonly nextAttemptAt: Date | null;
  /** When the open period was first not paid. */
  readonly failedAt: Date | null;
  /** When its buyer was first asked to pay the open period without a charge, … */
  readonly askedAt: Date | null;
  /** … and the mails that asked so far. */
  readonly asks: number;
  /** When it ended for good: nothing is charged any more. */
  readonly endedAt: Date | null;
  /** What its licenses keep when their access is over; null: nothing. */
  readonly fallback: Fallback | null;
}

/**
 * How long before the end of the access it is extended for an answer that the bank still owes: the steps of a night in which
 * very many are due may take so long, and no application is refused meanwhile.
 */
const AWAIT_AHEAD_MS = 8 * 3_600_000;

/** When the access of an open renewal that has not failed is extended, if its payment is on its way then. */
function awaitAt({ status, expiresAt, failedAt }: Omit<Standing, 'dueAt'>): Date | null {
  return status === 'Active' && failedAt === null ? new Date(expiresAt.getTime() - AWAIT_AHEAD_MS) : null;
}

/**
 * When the next renewal is charged: when it is due, or some days later where its announcement could only be sent then, which
 * is noted as a notice after that day.
 */
export function chargeAt(subscription: Pick<Standing, 'pausedUntil' | 'paidUntil' | 'noticeAt'>): Date {
  const renewsAt = renewalAt(subscription);
  const { noticeAt } = subscription;
  return noticeAt !== null && noticeAt > renewsAt ? noticeAt : renewsAt;
}

/** When the next renewal is due: at the end of a pause, or else of the paid period. */
export function renewalAt({ pausedUntil, paidUntil }: Pick<Standing, 'pausedUntil' | 'paidUntil'>): Date {
  return pausedUntil ?? paidUntil;
}

/**
 * When the next step of a subscription is due; null when none is to come. While a renewal is open, that is its next
 * charge, the next mail, the end of the access, or the end of the subscription, whichever is first. What is held waits
 * for the vendor, and only loses its access; what the vendor may have mended is charged again. Licenses get what they keep
 * shortly before the end of the access.
 */
export function nextStepAt(subscription: Omit<Standing, 'dueAt'>, isOpen: boolean): Date | null {
  const { status, expiresAt, paymentState, noticeAt, nextAttemptAt, failedAt, endedAt } = subscription;
  if (endedAt !== null || status === 'Completed') return null;
  const lastAccess = fallbackAt(subscription) ?? expiresAt;
  if (status === 'Cancelled') return lastAccess;
  const accessEnd = status === 'Active' ? lastAccess : null;
  if (paymentState === 'Held') return earliest([accessEnd, nextAttemptAt]);
  if (!isOpen) return earliest([accessEnd, noticeAt, chargeAt(subscription)]);
  const end = failedAt === null ? null : endOfDunning(failedAt);
  return earliest([accessEnd, awaitAt(subscription), nextAttemptAt, end, nextAsk(subscription)]);
}

/**
 * When the next step of a subscription is due after a change, never at a time that has passed: a step that waited for a
 * payment is not overdue. A renewal that was due before the change is still due since then, however long that is ago.
 */
export function dueAfter(
  before: Standing,
  after: Omit<Standing, 'dueAt'>,
  { isOpen, now }: { readonly isOpen: boolean; readonly now: Date },
): Date | null {
  const next = nextStepAt(after, isOpen);
  if (next === null || next > now) return next;
  const due = isOpen ? null : awaitedRenewal(after);
  const { dueAt } = before;
  const isSame = due !== null && due.getTime() === awaitedRenewal(before)?.getTime();
  if (!isSame || due > now || dueAt === null || dueAt > now) return now;
  return dueAt > due ? dueAt : due;
}

/** When the next renewal opens by itself; null: it does not. */
function awaitedRenewal(subscription: Omit<Standing, 'dueAt'>): Date | null {
  const { status, endedAt, paymentState } = subscription;
  const goesOn = endedAt === null && (status === 'Active' || status === 'Expired');
  return goesOn && paymentState !== 'Held' ? renewalAt(subscription) : null;
}

function earliest(moments: readonly (Date | null)[]): Date | null {
  const times = moments.filter((moment) => moment !== null).map(Number);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/**
 * `Renew`: the paid period is over. `Hold`: it has been, or a charge has been due, for too long. `Notify`: its customer is told of it beforehand.
 * `Charge`: an open renewal is charged again. `Ask`: its buyer is asked once more to pay it. `Keep`: the grace is about to
 * end, and the licenses keep what they have earned. `Await`: the access is about to end, or over, and the bank has not answered yet.
 * `LoseAccess`: the grace is over, and the renewal can still be paid.
 * `End`: nothing can be paid any more.
 */
export type Step = 'Notify' | 'Renew' | 'Hold' | 'Charge' | 'Ask' | 'Keep' | 'Await' | 'LoseAccess' | 'End';

/** Whether a renewal is open, and whether it can be paid now: no payment of it is on its way. */
interface Renewal {
  readonly isOpen: boolean;
  readonly isPayable: boolean;
}

/** The step of a subscription that is due now; `undefined` when none is. */
export function stepAt(subscription: Standing, { isOpen, isPayable }: Renewal, now: Date): Step | undefined {
  const { status, expiresAt, pausedUntil, dueAt, noticeAt, nextAttemptAt, failedAt, endedAt } = subscription;
  if (endedAt !== null || dueAt === null || dueAt > now) return undefined;
  const keepsAt = fallbackAt(subscription);
  const keep = keepsAt !== null && keepsAt <= now ? 'Keep' : undefined;
  if (status === 'Cancelled') return keep ?? (expiresAt <= now ? 'End' : undefined);
  const lastStep = status !== 'Active' ? undefined : (keep ?? (expiresAt <= now ? 'LoseAccess' : undefined));
  const isAttemptDue = isPayable && nextAttemptAt !== null && nextAttemptAt <= now;
  const renewsAt = chargeAt(subscription);
  if (subscription.paymentState === 'Held') {
    const isTried = !isOpen && nextAttemptAt !== null && nextAttemptAt <= now;
    if (isTried) return isHeld(renewsAt, now) ? 'Hold' : 'Renew';
    return isAttemptDue ? 'Charge' : lastStep;
  }
  if (!isOpen && pausedUntil !== null && lastStep !== undefined) return lastStep;
  const isNoticeDue = pausedUntil === null || (noticeAt !== null && noticeAt <= now);
  if (!isOpen && renewsAt > now) return isNoticeDue ? 'Notify' : undefined;
  // What was released is due since then.
  if (!isOpen && isHeld(dueAt > renewsAt ? dueAt : renewsAt, now)) return 'Hold';
  // Nothing ran when it was to be announced.
  if (!isOpen) return noticeAt !== null && noticeAt < renewsAt ? 'Notify' : 'Renew';
  if (isAttemptDue) return isHeld(nextAttemptAt, now) ? 'Hold' : 'Charge';
  const ask = nextAsk(subscription);
  const isAskDue = isPayable && ask !== null && ask <= now;
  // The last charge is on the day of the end, which waits for its outcome, and for what its buyer was to be asked before.
  if (isPayable && failedAt !== null && endOfDunning(failedAt) <= now) return isAskDue ? 'Ask' : 'End';
  // A bank may take weeks. Nobody who has not failed to pay loses access meanwhile.
  const awaitsAt = isPayable ? null : awaitAt(subscription);
  if (lastStep !== 'Keep' && awaitsAt !== null && awaitsAt <= now) return 'Await';
  if (lastStep !== undefined) return lastStep;
  return isAskDue ? 'Ask' : undefined;
}
