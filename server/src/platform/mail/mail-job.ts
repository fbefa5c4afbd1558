import { Type } from '../../kernel/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../database/database.ts';
import { defineJob, type JobRun } from '../jobs/define-job.ts';
import { ATTEMPTS_OF_A_DAY } from '../jobs/retry-delay.ts';
import type { Log } from '../log.ts';
import type { MailAddress } from './addresses.ts';
import { endMail, findMail, type MailEnd, type MailRow } from './store.ts';
import { isRefusedForGood, type MailTransport } from './transport.ts';

interface MailJobDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Absent: mails stay in the database. */
  readonly transport: MailTransport | undefined;
  /** Sender of mails that name none. */
  readonly sender: MailAddress;
}

/** The failure of a mail that was not sent before its link ended. */
const LINK_ENDED = 'LinkEnded';

/** The mail server could not be reached, or did not accept a mail now. */
class MailRejection extends Error {
  override readonly name = 'MailNotTaken';
}

/**
 * Sends a queued mail and records the result.
 *
 * A mail may be sent twice when the process dies between the mail server's reply and the commit; both have the same
 * `Message-ID`, by which receivers drop the second. A mail that the mail server refuses permanently ends as `Failed`;
 * any other failure is retried for about a day, or until the link in the mail ends: then it is `Failed`, too. The log
 * contains ids, never a recipient or a text.
 */
export const mailJob = defineJob(
  'mail.send',
  Type.Object({ mailId: Type.String(), linkEndsAt: Type.Optional(Type.String()) }),
  async (deps: MailJobDeps, { mailId, linkEndsAt }, job) => {
    const { accountId } = job;
    if (accountId === undefined) throw new TypeError('the job names no account');
    const mail = await findMail(deps.database.reader, accountId, mailId);
    if (mail === undefined || mail.status !== 'Queued') return;
    const isLate = linkEndsAt !== undefined && new Date(linkEndsAt) <= deps.clock.now();
    const end = isLate ? drop(deps, mail) : await send(deps, mail, job);
    await deps.database.transaction(async (tx) => {
      await endMail(tx, accountId, mailId, end);
      await job.finish(tx);
    });
  },
  { maxAttempts: ATTEMPTS_OF_A_DAY },
);

function drop({ log }: MailJobDeps, mail: MailRow): MailEnd {
  log.warn(subjectOf(mail), 'a mail was not sent before its link ended');
  return { status: 'Failed', failure: LINK_ENDED };
}

/** What the log says of a mail. */
function subjectOf({ id, kind, accountId }: MailRow) {
  return { mailId: id, kind, accountId };
}

async function send(
  { clock, log, transport, sender }: MailJobDeps,
  mail: MailRow,
  job: JobRun,
): Promise<MailEnd> {
  const about = subjectOf(mail);
  if (transport === undefined) {
    log.info(about, 'no mail server is configured: the mail stays in the database');
    return { status: 'Kept' };
  }
  try {
    await transport.sendMail({ ...messageOf(mail, mail.sender ?? sender), signal: job.signal });
    log.info(about, 'a mail was sent');
    return { status: 'Sent', sentAt: clock.now() };
  } catch (error) {
    const reason = reasonWithoutAddresses(error);
    // Not the error itself: its properties name the recipient, and errors of jobs are logged.
    if (!isRefusedForGood(error)) throw new MailRejection(reason);
    log.warn({ ...about, reason }, 'a mail was refused for good');
    return { status: 'Failed', failure: reason };
  }
}

function messageOf(mail: MailRow, sender: MailAddress) {
  const host = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    // Objects and an explicit envelope: no address is parsed as a list of addresses.
    from: { name: sender.name ?? '', address: sender.address },
    to: { name: '', address: mail.recipient },
    envelope: { from: sender.address, to: [mail.recipient] },
    messageId: `<${mail.id}@${host}>`,
    date: mail.createdAt,
    subject: mail.subject,
    text: mail.textBody,
    html: mail.htmlBody,
    // Asks out-of-office robots not to respond (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
  };
}

function reasonWithoutAddresses(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/[^\s<>"']+/g, (word) => (word.includes('@') ? '…' : word)).slice(0, 500);
}
