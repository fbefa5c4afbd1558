import type { Clock } from '../../kernel/clock.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Database, Tx } from '../database/database.ts';
import { checkAddress, checkHeader, type MailAddress } from './addresses.ts';
import { mailJob } from './mail-job.ts';
import { deleteMails, insertMail } from './store.ts';

/** A mail to be sent once the transaction that requests it is committed. */
export interface NewMail {
  readonly accountId: string;
  /** The subject matter, for the outbox and the log: `reset-password`, `receipt`. */
  readonly kind: string;
  /** One mailbox, as stored with the customer. */
  readonly recipient: string;
  /** Absent: the instance's own sender. */
  readonly from?: MailAddress;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language?: string | undefined;
  /** What a new mail like this is made of, such as `order/…`. */
  readonly about?: string | undefined;
  /** When its link ends: it is not sent any more then. */
  readonly linkEndsAt?: Date | undefined;
  /** Seals the content under the id of the mail, if it is sent again as it was. */
  readonly seal?: ((mailId: string) => string) | undefined;
}

/**
 * Writes a mail and the job that sends it, and returns the mail's id.
 *
 * Raises `MailRefused` when the subject or an address contains a line break or anything else that could turn one
 * header, or one recipient, into two. Addresses are checked when customers are created; a refusal here is a bug.
 */
export async function queueMail(
  deps: { readonly ids: Ids; readonly clock: Clock },
  tx: Tx,
  { accountId, kind, recipient, from, subject, text, html, language, about, linkEndsAt, seal }: NewMail,
): Promise<string> {
  checkAddress(recipient);
  checkHeader(subject);
  if (from !== undefined) {
    checkAddress(from.address);
    checkHeader(from.name ?? '');
  }
  const id = deps.ids.guid();
  await insertMail(tx, {
    accountId,
    id,
    kind,
    sender: from ?? null,
    recipient,
    subject,
    textBody: text.replaceAll('\0', ''),
    htmlBody: html.replaceAll('\0', ''),
    status: 'Queued',
    failure: null,
    createdAt: deps.clock.now(),
    sentAt: null,
    about: about ?? null,
    language: language ?? null,
    sealedContent: seal?.(id) ?? null,
  });
  await mailJob.enqueue(deps, tx, {
    accountId,
    payload: { mailId: id, ...(linkEndsAt && { linkEndsAt: linkEndsAt.toISOString() }) },
  });
  return id;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long mails are kept, sent or not. */
export const MAIL_RETENTION_DAYS = 90;

/**
 * Deletes at most `most` mails older than `keptDays` that are not waiting to be sent: addresses are personal data and
 * are not kept forever. Returns the number of deleted mails.
 */
export function purgeMails(
  { clock }: { readonly clock: Clock },
  database: Database,
  retentionDays: number,
  most = 200,
): Promise<number> {
  const before = new Date(clock.now().getTime() - retentionDays * DAY_MS);
  return database.transaction((tx) => deleteMails(tx, before, most));
}
