export { cancelSubscription, endSubscription, resumeSubscription } from './life/cancel-subscription.ts';
export { checkSubscriptions, countViolations, otherViolations } from './check-subscriptions.ts';
export { announcePrice, announcePriceJob } from './price/change-prices.ts';
export { confirmPriceJob } from './price/confirm-price-job.ts';
export { compSubscription, extendSubscription } from './life/give-time.ts';
export { mergeSubscriptions } from './life/merge-subscriptions.ts';
export { SUBSCRIPTION_TEMPLATES } from './mails/mail-templates.ts';
export { pauseSubscription } from './life/pause-subscription.ts';
export { renewSubscription } from './life/renew-from-now.ts';
export { changeMethod, METHOD_OWNERS } from './life/change-method.ts';
export { endSubscriptionsOf } from './life/end-for-customer.ts';
export { hasSubscriptionAwaitingProof, moveSubscriptions } from './life/move-subscriptions.ts';
export { releaseRenewal, skipRenewal } from './life/release-renewal.ts';
export { retryRenewal } from './life/retry-renewal.ts';
export { fallbackAtEnd } from './domain/fallback.ts';
export { chargeAt } from './domain/schedule.ts';
export { stepsAhead } from './domain/steps-ahead.ts';
export { isOfNotice } from './domain/price-notice.ts';
export { subscriptionImportFields, subscriptionImportOf } from './import/import-fields.ts';
export { dryRunSubscriptions, importSubscriptions } from './import/import-subscriptions.ts';
export { prepareSubscriptionImports } from './import/prepare-imports.ts';
export { firstChargeAt } from './first-charge.ts';
export { openPayoff, payoffOf } from './owning/payoff.ts';
export { milestonesOf, milestonesOfPlans } from './owning/milestones-of.ts';
export { payRenewal, renewAndPay } from './life/pay-now.ts';
export { changePlan, type ChangedPlan, planPayPage, planTerms, previewPlan } from './plan/change-plan.ts';
export { dropUnpaidPlanJob } from './plan/drop-unpaid-plan.ts';
export { plansOf } from './plan/plans-of.ts';
export { totalOfNextPlan } from './with-agreed-plan.ts';
export { manageLinkRefusals, methodPageOf, returnToken, subscriptionOfLink } from './manage-link.ts';
export {
  nothingToPay,
  nothingToRenew,
  nothingToTakeBack,
  pauseNotAllowed,
  payoffNotPossible,
  planChangePending,
  previewOutdated,
  nothingToRetry,
  renewalNotHeld,
  renewalNotPossible,
  renewalPending,
  subscriptionEnded,
} from './problems.ts';
export {
  currentPeriods,
  getOwnSubscription,
  getSubscription,
  listOwnSubscriptions,
  listSubscriptions,
  pagePeriods,
  payPageOfSubscription,
  subscriptionsOfOrder,
  subscriptionsWithIds,
  subscriptionTimeline,
} from './queries.ts';
export { RECURRING_SALES } from './recurring-sales.ts';
export { correctRevenue } from './revenue/correct-revenue.ts';
export { firstRevenueAt, revenueBetween } from './revenue/revenue-between.ts';
export { resumeReturns, wakeReturns } from './resume-returns.ts';
export { returnMoneyJob } from './return-money-job.ts';
export { stepJob, stepNowJob } from './renewals/step-job.ts';
export { wakeHeldJob } from './renewals/wake-held-job.ts';
export { wakeSteps } from './renewals/wake-steps.ts';
export { chargeAfterCorrection } from './renewals/wrong-details.ts';
export { takeStep } from './renewals/take-step.ts';
export type { Milestone, Period, Subscription, ViolationRow } from './tables.ts';
