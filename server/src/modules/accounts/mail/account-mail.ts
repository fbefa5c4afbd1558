import type { AccountContext, CommandTx, Context } from '../context.ts';
import { hitCounter } from '../../../platform/counters/rate-counters.ts';
import type { Place } from '../../../platform/database/within.ts';
import { type MailContent, renderMail } from '../../../platform/mail/layout.ts';
import { queueMail } from '../../../platform/mail/mail.ts';
import { sealOf } from './mail-copy.ts';
import { inHeader, mailSender } from './mail-sender.ts';

/** The content of an account's mail, without its sender. */
interface AccountMail extends Omit<MailContent, 'vendor'> {
  /** The subject matter, for the outbox and the log, such as `reset-password`. */
  readonly kind: string;
  /**
   * `PerAddress` for a mail that a stranger can trigger: an address gets a limited number of each kind per hour, across
   * all processes; the rest is dropped. `None` for a mail that must reach its recipient, no matter who triggered it.
   */
  readonly limit: 'PerAddress' | 'None';
  readonly recipient: string;
  readonly subject: string;
  /**
   * How the vendor sends it again: `customer/…`, to that customer alone, as it was, which is kept sealed, for a mail
   * without a secret; `order/…`, as the receipt of that order. Absent: with a new link where its kind has one, or not at all.
   */
  readonly again?: `customer/${string}` | `order/${string}` | undefined;
}

/**
 * Queues a mail in the account's name and with its logo; it is sent once the transaction is committed, unless its
 * recipient has already received too many of its kind. Returns the id of the mail; `undefined` if it is dropped.
 */
export async function queueAccountMail(tx: CommandTx, mail: AccountMail): Promise<string | undefined> {
  const { kind, limit, recipient, subject, again, ...content } = mail;
  if (limit === 'PerAddress' && !(await isWithinLimit(tx, tx, `sent/${kind}`, recipient))) return undefined;
  const from = mailSender(tx.account);
  const rendered = renderMail({
    vendor: {
      name: tx.account.name,
      logoUrl: tx.account.settings.logoUrl,
      accentColor: tx.account.settings.brand.accentColor,
    },
    ...content,
  });
  const letter = { subject: inHeader(subject), ...rendered };
  return queueMail(tx, tx, {
    accountId: tx.account.id,
    kind,
    recipient,
    ...(from !== undefined && { from }),
    ...letter,
    language: content.language ?? 'en',
    about: again,
    ...(again?.startsWith('customer/') === true && { seal: sealOf(tx, letter) }),
  });
}

const HOUR_SECONDS = 60 * 60;

/**
 * Whether another mail of a kind that anybody can request may be requested for an address now, before any work is done
 * for it. `recipientKey` is the lookup form of the address.
 */
export function mayMail(ctx: Context | CommandTx, kind: string, recipientKey: string): Promise<boolean> {
  const place = 'database' in ctx ? ctx.database : ctx;
  return isWithinLimit(ctx, place, kind, recipientKey);
}

async function isWithinLimit(
  ctx: AccountContext,
  place: Place,
  kind: string,
  recipient: string,
): Promise<boolean> {
  const allowance = {
    limit: ctx.account.settings.limits.mailsPerAddressAndHour,
    windowSeconds: HOUR_SECONDS,
  };
  const key = `mail/${kind}/${ctx.account.id}/${recipient.toLowerCase()}`;
  return (await hitCounter(ctx, place, key, allowance)).allowed;
}
