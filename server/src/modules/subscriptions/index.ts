export { cancelSubscription, endSubscription, resumeSubscription } from './life/cancel-subscription.ts';
export { endSubscriptionsOf } from './life/end-for-customer.ts';
export { releaseRenewal, skipRenewal } from './life/release-renewal.ts';
export { nothingToTakeBack, renewalNotHeld, renewalNotPossible, subscriptionEnded } from './problems.ts';
export {
  currentPeriod,
  getOwnSubscription,
  getSubscription,
  listOwnSubscriptions,
  listSubscriptions,
  pagePeriods,
  subscriptionTimeline,
} from './queries.ts';
export { RECURRING_SALES } from './recurring-sales.ts';
export { stepJob } from './renewals/step-job.ts';
export { wakeSteps } from './renewals/wake-steps.ts';
export { takeStep } from './renewals/take-step.ts';
export type { Period, Subscription } from './tables.ts';
