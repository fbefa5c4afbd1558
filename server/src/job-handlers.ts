import { FILE_REMOVAL_JOB, fileRemovalHandler } from './account-deletion.ts';
import { contextOf, findAccount } from './modules/accounts/index.ts';
import { PASSWORD_RESET_JOB, passwordResetHandler } from './modules/identity/index.ts';
import { isAddressAwaited } from './modules/licensing/index.ts';
import { recordPaymentReport } from './modules/orders/index.ts';
import { SANDBOX_SETTLE_JOB, type SandboxOutcome, sandboxReport } from './modules/payments/index.ts';
import { VOUCHER_JOB, voucherJobHandler } from './modules/vouchers/index.ts';
import type { Job, JobHandler } from './platform/jobs/start-job-worker.ts';
import { defaultSender } from './platform/mail/addresses.ts';
import { mailHandler } from './platform/mail/mail-handler.ts';
import { MAIL_JOB } from './platform/mail/mail.ts';
import { createMailTransport } from './platform/mail/transport.ts';
import type { System } from './platform/system.ts';

/** What this process does for each kind of job, every kind by hand. */
export function jobHandlers(system: System): Readonly<Record<string, JobHandler>> {
  const { smtpUrl, publicUrl } = system.config;
  return {
    [MAIL_JOB]: mailHandler({
      ...system,
      transport: createMailTransport(smtpUrl),
      sender: defaultSender(publicUrl),
    }),
    [PASSWORD_RESET_JOB]: passwordResetHandler(system, (tx, emailKey) =>
      isAddressAwaited(tx, tx, tx.account.id, emailKey),
    ),
    [VOUCHER_JOB]: voucherJobHandler(system),
    [FILE_REMOVAL_JOB]: fileRemovalHandler(system),
    [SANDBOX_SETTLE_JOB]: (job) => settleSandboxPayment(system, job),
  };
}

const OUTCOMES: readonly SandboxOutcome[] = ['Succeed', 'Fail', 'Delay'];

/** Reports a test payment as a provider would; a report that came before changes nothing. */
async function settleSandboxPayment(system: System, { accountId, payload }: Job): Promise<void> {
  const { paymentId } = payload;
  const outcome = OUTCOMES.find((candidate) => candidate === payload['outcome']);
  if (accountId === undefined || typeof paymentId !== 'string' || outcome === undefined) {
    throw new TypeError('the job names no test payment');
  }
  const account = await findAccount(system, accountId);
  if (account === undefined) throw new Error(`there is no account ${accountId}`);
  await recordPaymentReport(
    contextOf(system, account, { kind: 'Job', id: SANDBOX_SETTLE_JOB }),
    sandboxReport(paymentId, outcome),
  );
}
