import { fileRemovalJob } from './account-deletion.ts';
import { EVENT_TYPES } from './api/events/event-types.ts';
import type { Context } from './modules/accounts/index.ts';
import { imageSizesJob, imageSweepJob, mediaSweepJob } from './modules/catalog/index.ts';
import { couponCodesJob } from './modules/coupons/index.ts';
import { purgeMergeRequests } from './modules/customer-merge/index.ts';
import { purgeViews } from './modules/customer-views/index.ts';
import { findCurrentCustomer, purgeEmailChanges, purgeSubscriptions } from './modules/customers/index.ts';
import { accessKeyChore, passwordResetJob, purgeCodes, purgeSessions } from './modules/identity/index.ts';
import { eventsFollower, purgeOldEvents } from './modules/events/index.ts';
import {
  graceFollower,
  graceJob,
  isAddressAwaited,
  purgeActivationRequests,
  recordExpiries,
} from './modules/licensing/index.ts';
import {
  forgottenPasswordJob,
  purgeOperatorChallenges,
  purgeOperatorLinks,
  purgeOperatorSessions,
} from './modules/operators/index.ts';
import { fulfilJob, fulfilLateOrders, purgeAbandonedOrders } from './modules/orders/index.ts';
import {
  catchUpOnEvents,
  missedEventsJob,
  refundJob,
  deleteMethodJob,
  eraseBuyerJob,
  reversalsJob,
  settleJob,
  unreadEventsJob,
} from './modules/payments/index.ts';
import { finishErasures } from './modules/privacy/index.ts';
import { purgeBrokenFiles, purgeUnusedFiles, purgeUploads, sweepJob } from './modules/releases/index.ts';
import { keepSales } from './modules/reports/index.ts';
import {
  announcePriceJob,
  checkSubscriptions,
  confirmPriceJob,
  correctRevenue,
  dropUnpaidPlanJob,
  returnMoneyJob,
  stepJob,
  stepNowJob,
  takeStep,
  wakeHeldJob,
  wakeReturns,
  wakeSteps,
} from './modules/subscriptions/index.ts';
import { voucherJob, voucherLicensesJob } from './modules/vouchers/index.ts';
import { EVENT_EXAMPLES } from './api/events/event-examples.ts';
import {
  deliverJob,
  deliveryPorts,
  eventMailJob,
  eventHooks,
  purgeDeliveries,
  wakeEndpoints,
  watchEndpoints,
} from './modules/webhooks/index.ts';
import { grantJob } from './modules/withdrawals/index.ts';
import { purgeRateCounters } from './platform/counters/rate-counters.ts';
import { purgeIdempotencyKeys } from './platform/idempotency/idempotency.ts';
import type { JobHandler, PeriodicJob } from './platform/jobs/start-job-worker.ts';
import { catchUpOnJournal, type Follower } from './platform/journal/follow-journal.ts';
import { purgeEvents } from './platform/journal/purge-events.ts';
import { defaultSender } from './platform/mail/addresses.ts';
import { MAIL_RETENTION_DAYS, purgeMails } from './platform/mail/mail.ts';
import { mailJob } from './platform/mail/mail-job.ts';
import { createMailTransport } from './platform/mail/transport.ts';
import type { System } from './platform/system.ts';

/** What runs each kind of job that somebody enqueues, every kind listed explicitly. */
export function jobHandlers(system: System): Readonly<Record<string, JobHandler>> {
  const { smtpUrl, publicUrl } = system.config;
  return {
    [mailJob.kind]: mailJob.handler({
      ...system,
      transport: createMailTransport(smtpUrl),
      sender: defaultSender(publicUrl),
    }),
    [passwordResetJob.kind]: passwordResetJob.handler({
      ...system,
      isAddressAwaited,
    }),
    [forgottenPasswordJob.kind]: forgottenPasswordJob.handler(system),
    [voucherJob.kind]: voucherJob.handler(system),
    [voucherLicensesJob.kind]: voucherLicensesJob.handler(system),
    [couponCodesJob.kind]: couponCodesJob.handler(system),
    [fileRemovalJob.kind]: fileRemovalJob.handler(system),
    [imageSizesJob.kind]: imageSizesJob.handler(system),
    [imageSweepJob.kind]: imageSweepJob.handler(system),
    [mediaSweepJob.kind]: mediaSweepJob.handler(system),
    [sweepJob.kind]: sweepJob.handler(system),
    [eventMailJob.kind]: eventMailJob.handler(system),
    [fulfilJob.kind]: fulfilJob.handler(system),
    [graceJob.kind]: graceJob.handler(system),
    [grantJob.kind]: grantJob.handler(system),
    [settleJob.kind]: settleJob.handler(system),
    [refundJob.kind]: refundJob.handler(system),
    [deleteMethodJob.kind]: deleteMethodJob.handler(system),
    [eraseBuyerJob.kind]: eraseBuyerJob.handler(system),
    [reversalsJob.kind]: reversalsJob.handler(system),
    [missedEventsJob.kind]: missedEventsJob.handler(system),
    [unreadEventsJob.kind]: unreadEventsJob.handler(system),
    [stepJob.kind]: stepJob.handler({ ...system, takeStep }),
    [stepNowJob.kind]: stepNowJob.handler({ ...system, takeStep }),
    [announcePriceJob.kind]: announcePriceJob.handler(system),
    [confirmPriceJob.kind]: confirmPriceJob.handler(system),
    [dropUnpaidPlanJob.kind]: dropUnpaidPlanJob.handler(system),
    [returnMoneyJob.kind]: returnMoneyJob.handler(system),
    [wakeHeldJob.kind]: wakeHeldJob.handler(system),
  };
}

/**
 * A night can have 100,000 renewals, and a new price as many notices. These jobs have a pool of their own, and a pace:
 * nobody waits behind them for a receipt, a delivery or an answer.
 */
export const PATIENT_JOBS: readonly string[] = [stepJob.kind, announcePriceJob.kind];

/** What sends webhooks. These jobs have a pool of their own: mails do not wait for receivers that are slow. */
export function deliveryHandlers(
  system: System,
  options: Partial<Parameters<typeof deliveryPorts>[2]> = {},
): Readonly<Record<string, JobHandler>> {
  const ports = deliveryPorts(system, EVENT_EXAMPLES, { random: Math.random, ...options });
  return { [deliverJob.kind]: deliverJob.handler({ ...system, ...ports }) };
}

/** Who learns of everything that happens. */
export function followers(system: System): readonly Follower[] {
  return [graceFollower(system), eventsFollower(system, EVENT_TYPES, { ...eventHooks(system), isErased })];
}

async function isErased(ctx: Context, customerId: string): Promise<boolean> {
  return (await findCurrentCustomer(ctx, customerId))?.isDeleted === true;
}

const ONE_MINUTE = 60;
const TEN_MINUTES = 600;
const ONE_HOUR = 3_600;
const ONE_DAY = 86_400;

/**
 * Does some of what is to be done and returns how much that was; 0 when nothing is left. One that may take minutes
 * heeds the signal.
 */
type Chore = (system: System, signal?: AbortSignal) => Promise<number>;

/** What is done again and again. Each does little at a time, so that no request waits long. */
export const CHORES: Readonly<Record<string, readonly [everySeconds: number, chore: Chore]>> = {
  'orders.fulfil-late': [TEN_MINUTES, fulfilLateOrders],
  'orders.purge-abandoned': [TEN_MINUTES, purgeAbandonedOrders],
  'payments.catch-up': [TEN_MINUTES, catchUpOnEvents],
  'idempotency.purge': [TEN_MINUTES, (system) => purgeIdempotencyKeys(system, system.database)],
  'counters.purge': [TEN_MINUTES, (system) => purgeRateCounters(system, system.database)],
  'identity.access-keys': [TEN_MINUTES, accessKeyChore],
  'identity.purge-codes': [TEN_MINUTES, (system) => purgeCodes(system)],
  'identity.purge-sessions': [TEN_MINUTES, (system) => purgeSessions(system)],
  'operators.purge-links': [TEN_MINUTES, (system) => purgeOperatorLinks(system)],
  'operators.purge-challenges': [TEN_MINUTES, (system) => purgeOperatorChallenges(system)],
  'operators.purge-sessions': [TEN_MINUTES, (system) => purgeOperatorSessions(system)],
  'customers.purge-email-changes': [TEN_MINUTES, (system) => purgeEmailChanges(system)],
  'customers.purge-subscriptions': [TEN_MINUTES, (system) => purgeSubscriptions(system)],
  'customer-merge.purge-requests': [TEN_MINUTES, (system) => purgeMergeRequests(system)],
  'customer-views.purge': [TEN_MINUTES, (system) => purgeViews(system)],
  'privacy.finish-erasures': [ONE_DAY, (system) => finishErasures(system)],
  'webhooks.watch': [TEN_MINUTES, watchEndpoints],
  'webhooks.wake': [TEN_MINUTES, wakeEndpoints],
  'webhooks.purge': [TEN_MINUTES, purgeDeliveries],
  'events.purge': [TEN_MINUTES, purgeOldEvents],
  'licensing.record-expiries': [ONE_MINUTE, recordExpiries],
  'licensing.purge-requests': [TEN_MINUTES, (system) => purgeActivationRequests(system)],
  'releases.purge-uploads': [TEN_MINUTES, purgeUploads],
  'releases.purge-unused-files': [TEN_MINUTES, purgeUnusedFiles],
  'releases.purge-broken-files': [TEN_MINUTES, purgeBrokenFiles],
  'reports.keep-sales': [ONE_HOUR, keepSales],
  'mail.purge': [TEN_MINUTES, (system) => purgeMails(system, system.database, MAIL_RETENTION_DAYS)],
  'subscriptions.wake': [ONE_HOUR, wakeSteps],
  'subscriptions.wake-returns': [ONE_DAY, wakeReturns],
  'subscriptions.check': [ONE_DAY, checkSubscriptions],
  'subscriptions.correct-revenue': [ONE_DAY, correctRevenue],
  'journal.purge': [TEN_MINUTES, (system) => purgeEvents(system, system.config.auditRetentionDays)],
  'journal.catch-up': [30, (system, signal) => catchUpOnJournal(system, followers(system), signal)],
};

/** The chores as jobs: each is run by one process of all, until nothing is left to do. */
export function periodicJobs(
  system: System,
  chores: typeof CHORES = CHORES,
): Readonly<Record<string, PeriodicJob>> {
  const jobs = Object.entries(chores).map(([kind, [everySeconds, chore]]): [string, PeriodicJob] => [
    kind,
    {
      everySeconds,
      run: async ({ signal }) => {
        let some = 1;
        while (some > 0) {
          some = await chore(system, signal);
          signal.throwIfAborted();
        }
      },
    },
  ]);
  return Object.fromEntries(jobs);
}
