import { defineProblem } from '../../kernel/problem.ts';

/** 409: it has ended, or its licenses are perpetual: nothing is charged any more. */
export const subscriptionEnded = defineProblem({
  status: 409,
  errorType: 'SubscriptionEnded',
  title: 'The subscription has ended',
  detail: 'This subscription has ended, so there is nothing to cancel or change.',
});

/** 409: only a cancelled subscription can be taken back, until the end of its paid period. */
export const nothingToTakeBack = defineProblem({
  status: 409,
  errorType: 'NothingToTakeBack',
  title: 'The cancellation cannot be taken back',
  detail: 'Only a cancelled subscription can be taken back, and only until the end of its paid period.',
});

/** 409: only a subscription that has ended can be renewed from now, while it has licenses. */
export const nothingToRenew = defineProblem({
  status: 409,
  errorType: 'NothingToRenew',
  title: 'The subscription cannot be renewed',
  detail:
    'Only a subscription that has ended can be renewed, and not if its licenses were taken back. Buy it again instead.',
});

/** 409: something else is to be settled first. */
export const renewalPending = defineProblem({
  status: 409,
  errorType: 'RenewalPending',
  title: 'A renewal of this subscription is pending',
  detail:
    'A renewal of this subscription is open or held, or it is paused or cancelled. Settle that first: release or skip the renewal, or take the cancellation back.',
});

/** 409: the vendor can only release or skip a renewal that is held. */
export const renewalNotHeld = defineProblem({
  status: 409,
  errorType: 'RenewalNotHeld',
  title: 'No renewal is held',
  detail: 'No renewal of this subscription is held, so there is nothing to release or skip.',
});

/** 409: a renewal cannot be released while nothing of it may be charged. */
export const renewalNotPossible = defineProblem({
  status: 409,
  errorType: 'RenewalNotPossible',
  title: 'Nothing of this subscription can be charged',
  detail:
    'The store is closed, or every license of this subscription is revoked or suspended. Restore a license before you release the renewal.',
});

/** 409: the vendor can only repeat a charge that failed, or one that waits for its buyer. */
export const nothingToRetry = defineProblem({
  status: 409,
  errorType: 'NothingToRetry',
  title: 'No charge has failed',
  detail:
    'No charge of this subscription has failed, and none waits for its buyer, so there is nothing to try again.',
});

/** 409: nothing of it is due, or its payment is on its way. */
export const nothingToPay = defineProblem({
  status: 409,
  errorType: 'NothingToPay',
  title: 'Nothing is to be paid now',
  detail: 'No payment of this subscription is open, so there is nothing to pay now.',
});

/** 409: it does not lead to licenses that never end, has ended, or a payment of it is open. */
export const payoffNotPossible = defineProblem({
  status: 409,
  errorType: 'PayoffNotPossible',
  title: 'The rest cannot be paid at once',
  detail:
    'The rest of this subscription cannot be paid at once: it has ended, it is paid for as long as it is used, or a payment of it is open.',
});

/** 409: its plan has no pauses. */
export const pauseNotAllowed = defineProblem({
  status: 409,
  errorType: 'PauseNotAllowed',
  title: 'The subscription cannot be paused',
  detail: 'The plan of this subscription has no pauses. You can cancel it, and renew it later.',
});

/** 409: the change of plan costs another amount than its buyer was shown. */
export const previewOutdated = defineProblem({
  status: 409,
  errorType: 'PreviewOutdated',
  title: 'Another amount is due by now',
  detail: 'The change costs another amount by now than its preview said. Look at the new preview first.',
});

/** 409: money for another change is on its way. */
export const planChangePending = defineProblem({
  status: 409,
  errorType: 'PlanChangePending',
  title: 'A change of this subscription is being paid',
  detail: 'The payment of a change of this subscription is on its way. Wait until it has ended.',
});
