import { fileRemovalJob } from './account-deletion.ts';
import { imageSweepJob } from './modules/catalog/index.ts';
import { couponCodesJob } from './modules/coupons/index.ts';
import { passwordResetJob } from './modules/identity/index.ts';
import { isAddressAwaited } from './modules/licensing/index.ts';
import { fulfilJob } from './modules/orders/index.ts';
import { sweepJob } from './modules/releases/index.ts';
import {
  missedEventsJob,
  refundJob,
  reversalsJob,
  settleJob,
  unreadEventsJob,
} from './modules/payments/index.ts';
import { voucherJob } from './modules/vouchers/index.ts';
import type { JobHandler } from './platform/jobs/start-job-worker.ts';
import { defaultSender } from './platform/mail/addresses.ts';
import { mailJob } from './platform/mail/mail-job.ts';
import { createMailTransport } from './platform/mail/transport.ts';
import type { System } from './platform/system.ts';

/** The handlers of this process for each kind of job, every kind listed explicitly. */
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
    [voucherJob.kind]: voucherJob.handler(system),
    [couponCodesJob.kind]: couponCodesJob.handler(system),
    [fileRemovalJob.kind]: fileRemovalJob.handler(system),
    [imageSweepJob.kind]: imageSweepJob.handler(system),
    [sweepJob.kind]: sweepJob.handler(system),
    [fulfilJob.kind]: fulfilJob.handler(system),
    [settleJob.kind]: settleJob.handler(system),
    [refundJob.kind]: refundJob.handler(system),
    [reversalsJob.kind]: reversalsJob.handler(system),
    [missedEventsJob.kind]: missedEventsJob.handler(system),
    [unreadEventsJob.kind]: unreadEventsJob.handler(system),
  };
}
