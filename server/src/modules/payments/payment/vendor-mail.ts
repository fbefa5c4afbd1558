import { toDecimal } from '../../../kernel/money.ts';
import { type CommandTx, queueAccountMail } from '../../accounts/index.ts';
import type { Payment } from '../tables.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/**
 * Tells the seller, at `seller.email`, that a bank did not pay, or that money arrived that is not due. Without that
 * address, only the log and the lists show it, and the status of the connection says so.
 */
export async function queueVendorMail(
  tx: CommandTx,
  payment: Payment,
  { isReturned = false }: { readonly isReturned?: boolean } = {},
): Promise<void> {
  const { seller, locale } = tx.account.settings;
  if (seller.email === undefined) return;
  const language = locale.toLowerCase().startsWith('de') ? 'de' : 'en';
  const texts = language === 'de' ? de : en;
  const { id, subjectId, status, amountMinor, currency, receivedMinor, receivedCurrency } = payment;
  const money = (amount: number, code: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: code }).format(toDecimal(amount, code));
  const due = money(amountMinor, currency);
  const received = money(receivedMinor ?? amountMinor, receivedCurrency ?? currency);
  const isFailed = status === 'Failed';
  const wayBack = isReturned ? texts.returned : texts.refund(id);
  await queueAccountMail(tx, {
    kind: 'PaymentToVendor',
    // Anybody can begin payments that no bank will make; money that arrived is always reported.
    limit: isFailed ? 'PerAddress' : 'None',
    recipient: seller.email,
    language,
    subject: isFailed ? texts.failed.subject : texts.undue.subject,
    heading: isFailed ? texts.failed.heading : texts.undue.heading,
    paragraphs: isFailed ? [texts.failed.text(due)] : [texts.undue.text(received, due), wayBack],
    notes: [texts.about(subjectId, id)],
  });
}
