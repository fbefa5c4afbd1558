import type { AccountContext, CommandTx, Context } from '../context.ts';
import { countHits, hitCounter } from '../../../platform/counters/rate-counters.ts';
import type { Place } from '../../../platform/database/within.ts';
import { type MailContent, renderMail } from '../../../platform/mail/layout.ts';
import { queueMail } from '../../../platform/mail/mail.ts';
import { accountUrl, logoAddress } from '../hosts/account-url.ts';
import { fillWords } from './fill-words.ts';
import { sealOf } from './mail-copy.ts';
import { mailLanguage, type MailLanguage } from './mail-language.ts';
import { inHeader, mailSender } from './mail-sender.ts';
import { type MailWords, paragraphsOf, type TemplateUse } from './mail-template.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { vendorAddresses } from './vendor-addresses.ts';

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
  /** When the link that it is about ends: it is not sent any more then. Absent: it is sent however late it is. */
  readonly linkEndsAt?: Date | undefined;
  /** For a mail whose subject, heading and opening the vendor may replace; absent: nobody may. */
  readonly template?: TemplateUse | undefined;
}

/**
 * Queues a mail in the account's name and with its logo; it is sent once the transaction is committed, unless its
 * recipient has already received too many of its kind. Returns the id of the mail; `undefined` if it is dropped.
 */
export async function queueAccountMail(tx: CommandTx, mail: AccountMail): Promise<string | undefined> {
  const { kind, limit, recipient, again, linkEndsAt, template, ...standard } = mail;
  if (limit === 'PerAddress' && !(await isWithinLimit(tx, tx, `sent/${kind}`, recipient))) return undefined;
  const { subject, ...content } = await inOwnWords(tx, standard, template);
  const from = mailSender(tx.account);
  const rendered = renderMail({
    vendor: {
      name: tx.account.name,
      logoUrl: logoAddress(tx.config, tx.account),
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
    linkEndsAt,
    ...(again?.startsWith('customer/') === true && { seal: sealOf(tx, letter) }),
  });
}

/**
 * Queues a mail about what the vendor has to handle, to each of the `vendorAddresses`. Without `seller.email` it says why
 * it comes to the owners.
 */
export async function queueVendorMail(
  tx: CommandTx,
  recipients: readonly string[],
  { notes = [], ...mail }: Omit<AccountMail, 'recipient'>,
): Promise<void> {
  const texts = mail.language === 'de' ? de : en;
  const isFallback = tx.account.settings.seller.email === undefined;
  for (const recipient of recipients)
    await queueAccountMail(tx, {
      ...mail,
      recipient,
      notes: isFallback ? [...notes, texts.toOwners] : notes,
    });
}

/** The part of a mail that a vendor may replace. */
type Words = Pick<AccountMail, 'subject' | 'heading' | 'opening' | 'language'>;

/** The mail with the words of the vendor, if there are any that fit; its other parts stay. */
async function inOwnWords<Mail extends Words>(
  tx: CommandTx,
  standard: Mail,
  use: TemplateUse | undefined,
): Promise<Mail> {
  const language = standard.language === 'de' ? 'de' : 'en';
  const own = use && tx.account.mailTexts[use.templateId]?.[language];
  if (own === undefined) return standard;
  const words = fillWords(own.words, { shop: tx.account.name, ...use?.values });
  if (words !== undefined) return withWords(standard, words);
  await tellVendor(tx, use?.templateId ?? '', language);
  return standard;
}

/** The mail with another subject, heading and opening, as far as there are any. */
export function withWords<Mail extends Words>(mail: Mail, words: Partial<MailWords>): Mail {
  const { subject = mail.subject, heading = mail.heading, text } = words;
  return { ...mail, subject, heading, ...(text !== undefined && { opening: paragraphsOf(text) }) };
}

const ONCE_A_DAY = { limit: 1, windowSeconds: 24 * 60 * 60 };

/**
 * Tells the vendor that a text of theirs does not fit its mail, which can be so after an import or an
 * upgrade: once a day for each. The list of the texts says so, too.
 */
async function tellVendor(tx: CommandTx, mailId: string, language: MailLanguage): Promise<void> {
  tx.log.warn({ accountId: tx.account.id, mailId, language }, 'a text of a mail does not fit any more');
  const recipients = await vendorAddresses(tx);
  if (recipients.length === 0) return;
  const key = `mail-texts/${tx.account.id}/${mailId}/${language}`;
  // Read first: every mail of the account that writes the counter waits for the transactions of those before it.
  if ((await countHits(tx, tx, key)) > 0 || !(await hitCounter(tx, tx, key, ONCE_A_DAY)).allowed) return;
  const reading = mailLanguage({ account: tx.account });
  const texts = reading === 'de' ? de : en;
  const path = `/dashboard/settings/mails/${mailId}/${language}`;
  await queueVendorMail(tx, recipients, {
    kind: 'MailText',
    limit: 'None',
    language: reading,
    subject: texts.subject(mailId),
    heading: texts.heading,
    paragraphs: [texts.text(mailId), texts.what],
    action: { label: texts.label, url: `${accountUrl(tx.config, tx.account)}${path}` },
    notes: [texts.onceADay],
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
