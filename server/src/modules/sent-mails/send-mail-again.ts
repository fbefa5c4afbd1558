import { notFound, rateLimited } from '../../kernel/problem.ts';
import { findMail, type MailRow } from '../../platform/mail/store.ts';
import { type CommandTx, mailLanguage, type MailLanguage, mayMail, queueCopy } from '../accounts/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { type Customer, emailKey, lockCustomer } from '../customers/index.ts';
import { passwordResetJob, sendConfirmationAgain } from '../identity/index.ts';
import { sendReceipt } from '../orders/index.ts';
import { recordSentMailEvent } from './events.ts';
import { mailNotRepeatable } from './problems.ts';
import { repetitionOf } from './repeatable.ts';

const RETRY_AFTER_SECONDS = 60 * 60;

/**
 * Sends a mail to the address of a customer once more, in the language that it had, and returns that address: as it was;
 * the receipt of an order with its document; or, for a link that works once, a new one, which voids the earlier. A mail
 * that was about another customer, who had the address before, is not sent.
 *
 * Raises `NotFound` for a mail that did not go to the customer, 409 `MailNotRepeatable`, and 429 when the address was
 * sent too many again within the hour.
 */
export async function sendMailAgain(
  tx: CommandTx,
  catalog: Catalog,
  { customerId, mailId }: { readonly customerId: string; readonly mailId: string },
): Promise<string> {
  const customer = await lockCustomer(tx, customerId);
  const mail = await findMail(tx, tx.account.id, mailId);
  if (customer === undefined || mail === undefined || emailKey(mail.recipient) !== customer.emailKey)
    throw notFound({ detail: `There is no mail ${mailId} to this customer.` });
  const hasCopy = mail.sealedContent !== null;
  const repetition = repetitionOf({ ...mail, hasCopy }, customer);
  if (repetition === undefined) throw mailNotRepeatable();
  if (!(await mayMail(tx, 'again', customer.emailKey))) {
    throw rateLimited({
      detail: 'Too many mails were sent to this address again. Try again in an hour.',
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
    });
  }
  const { kind } = mail;
  recordSentMailEvent(tx, {
    type: 'customer.mail-sent-again',
    subjects: { customer: customer.id },
    data: { kind, mailId },
  });
  if (repetition.as === 'Receipt') return sendReceipt(tx, catalog, repetition.orderId, customer.id);
  if (repetition.as === 'Copy') await queueCopy(tx, mail);
  else await sendNewLink(tx, customer, { as: repetition.as, mail });
  return customer.email;
}

async function sendNewLink(
  tx: CommandTx,
  customer: Customer,
  { as, mail }: { readonly as: 'Confirmation' | 'PasswordReset'; readonly mail: MailRow },
): Promise<void> {
  const language = languageOf(tx, mail);
  // The link that it replaces is void.
  const purpose = mail.kind === 'confirm-account' ? 'ConfirmAccount' : 'ConfirmEmail';
  if (as === 'Confirmation') await sendConfirmationAgain(tx, customer, { purpose, language });
  else await passwordResetJob.enqueue(tx, { email: customer.email, language, isOfVendor: true });
}

function languageOf(tx: CommandTx, { language }: MailRow): MailLanguage {
  return language === 'de' || language === 'en' ? language : mailLanguage({ account: tx.account });
}
