import { toDecimal } from '../../../kernel/money.ts';
import { type CommandTx, queueVendorMail, vendorAddresses } from '../../accounts/index.ts';
import type { Dispute, Payment } from '../tables.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/**
 * Tells the vendor that a bank did not pay, or that money arrived that is not due. Where nobody reads mails to the
 * vendor, only the log and the lists show it, and the status of the connection says so.
 */
export async function mailAboutPayment(
  tx: CommandTx,
  payment: Payment,
  { isReturned = false }: { readonly isReturned?: boolean } = {},
): Promise<void> {
  const { language, texts, money } = speechOf(tx);
  const { id, subjectId, status, amountMinor, currency, receivedMinor, receivedCurrency } = payment;
  const due = money(amountMinor, currency);
  const received = money(receivedMinor ?? amountMinor, receivedCurrency ?? currency);
  const isFailed = status === 'Failed';
  const wayBack = isReturned ? texts.returned : texts.refund(id);
  await queueVendorMail(tx, await vendorAddresses(tx), {
    kind: 'PaymentToVendor',
    // Anybody can begin payments that no bank will make; money that arrived is always reported.
    limit: isFailed ? 'PerAddress' : 'None',
    language,
    subject: isFailed ? texts.failed.subject : texts.undue.subject,
    heading: isFailed ? texts.failed.heading : texts.undue.heading,
    paragraphs: isFailed ? [texts.failed.text(due)] : [texts.undue.text(received, due), wayBack],
    notes: [texts.about(subjectId, id)],
  });
}

/** Tells the vendor that a buyer disputes a payment, with the day by which to answer at the provider. */
export async function mailAboutDispute(tx: CommandTx, dispute: Dispute): Promise<void> {
  const { language, texts, money, day } = speechOf(tx);
  const { amountMinor, currency, answerBy, subjectId, paymentId, providerUrl } = dispute;
  await queueVendorMail(tx, await vendorAddresses(tx), {
    kind: 'DisputeToVendor',
    // Each of them takes money, and has a day after which it is lost.
    limit: 'None',
    language,
    subject: texts.dispute.subject,
    heading: texts.dispute.subject,
    paragraphs: [
      texts.dispute.text(money(amountMinor, currency)),
      answerBy === null ? texts.dispute.answer : texts.dispute.answerBy(day(answerBy)),
    ],
    ...(providerUrl !== null && { action: { label: texts.dispute.label, url: providerUrl } }),
    notes: [texts.about(subjectId, paymentId)],
  });
}

/** How the vendor reads: the language, and amounts and days in the form and the time zone of the account. */
function speechOf({ account }: CommandTx) {
  const { locale, documents } = account.settings;
  const { timeZone } = documents;
  const language = locale.toLowerCase().startsWith('de') ? 'de' : 'en';
  return {
    language,
    texts: language === 'de' ? de : en,
    money: (amount: number, currency: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(toDecimal(amount, currency)),
    day: (at: Date) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(at),
  } as const;
}
