import { hitCounter } from '../../../platform/counters/rate-counters.ts';
import { type CommandTx, mailLanguage, queueVendorMail, vendorAddresses } from '../../accounts/index.ts';
import type { Subscription } from '../tables.ts';

/** Thousands of addresses may be refused at once. */
const ONCE_A_DAY = { limit: 1, windowSeconds: 24 * 3_600 };

/**
 * Tells the vendor that the mail about a new price cannot be delivered, so that the price of that subscription stays:
 * once a day at most. Where nobody reads it, only the log and the timeline show it.
 */
export async function queuePriceUndeliveredMail(
  tx: CommandTx,
  { id }: Pick<Subscription, 'id'>,
): Promise<void> {
  const recipients = await vendorAddresses(tx);
  if (recipients.length === 0) return;
  const counter = await hitCounter(tx, tx, `undelivered-prices/${tx.account.id}`, ONCE_A_DAY);
  if (!counter.allowed) return;
  const language = mailLanguage(tx);
  const texts = language === 'de' ? de : en;
  await queueVendorMail(tx, recipients, {
    kind: 'UndeliveredPrice',
    limit: 'None',
    language,
    subject: texts.subject,
    heading: texts.subject,
    paragraphs: [texts.stays, texts.again],
    notes: [texts.first(id), texts.onceADay],
  });
}

/** The texts of the mail to the vendor. */
const en = {
  subject: 'A new price could not be announced',
  stays:
    'The mail to a customer about the new price of a subscription cannot be delivered. The subscription keeps its price.',
  again: 'Correct the email address of the customer, and announce the price again.',
  first: (subscriptionId: string) => `Subscription: ${subscriptionId}`,
  onceADay: 'You get this mail once a day at most. The timelines of the subscriptions name all of them.',
};

const de: typeof en = {
  subject: 'Ein neuer Preis konnte nicht angekündigt werden',
  stays:
    'Die Mail an einen Kunden über den neuen Preis eines Abos kann nicht zugestellt werden. Das Abo behält seinen Preis.',
  again: 'Korrigieren Sie die E-Mail-Adresse des Kunden und kündigen Sie den Preis noch einmal an.',
  first: (subscriptionId) => `Abo: ${subscriptionId}`,
  onceADay: 'Sie erhalten diese Mail höchstens einmal am Tag. Die Verläufe der Abos nennen alle.',
};
