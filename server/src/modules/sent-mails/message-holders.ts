import { countHits, hitCounter } from '../../platform/counters/rate-counters.ts';
import { type CommandTx, mailLanguage, paragraphsOf, queueAccountMail } from '../accounts/index.ts';
import { type Customer, lockCustomer } from '../customers/index.ts';
import { findLicenses, type License } from '../licensing/index.ts';
import { recordSentMailEvent } from './events.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** What the vendor writes about licenses: plain text, whose paragraphs are apart by an empty line. */
export interface Message {
  readonly subject: string;
  readonly text: string;
}

interface MessageToHolders extends Message {
  /** A customer gets a message with this id once, however many licenses and requests name them. */
  readonly messageId: string;
  readonly licenseIds: readonly string[];
}

/** What became of a message for the holder of one of the licenses. */
export interface MessageOutcome {
  readonly id: string;
  readonly outcome: 'Sent' | 'SentBefore' | 'Refused';
  /** Why it was refused, as a sentence. */
  readonly detail?: string;
}

const DAY_SECONDS = 24 * 60 * 60;
/** A list of any length has been sent long before. */
const ONCE = { limit: 1, windowSeconds: 30 * DAY_SECONDS };
/** Several people may write to the same customers. */
const MOST_A_DAY = { limit: 5, windowSeconds: DAY_SECONDS };

/**
 * Queues a mail to the holder of each license, one for each customer, and returns what became of it for each license, by
 * id. Customers whose address is not proven, who are erased, or who got five messages within a day get none; nobody else is
 * kept from theirs by that, and a message that was refused can be sent later with the same id. It is about the licenses, so it does not ask who wants a newsletter.
 */
export async function messageHolders(
  tx: CommandTx,
  { messageId, licenseIds, ...message }: MessageToHolders,
): Promise<MessageOutcome[]> {
  const licenses = new Map((await findLicenses(tx, licenseIds)).map((license) => [license.id, license]));
  const holders = new Set([...licenses.values()].filter(isHeld).map(({ customerId }) => customerId));
  const outcomes = new Map<string, Omit<MessageOutcome, 'id'>>();
  // In one order, so that two of these wait for each other instead of deadlocking.
  for (const customerId of [...holders].toSorted())
    outcomes.set(customerId, await sendTo(tx, { customerId, messageId, message }));
  return [...new Set(licenseIds)].toSorted().map((id) => {
    const license = licenses.get(id);
    if (license === undefined) return { id, outcome: 'Refused', detail: 'There is no such license.' };
    return { id, ...(outcomes.get(license.customerId) ?? UNPROVEN) };
  });
}

/** Sends a message to the operator who writes it, as its readers would see it. */
export async function sendTestMessage(tx: CommandTx, message: Message, recipient: string): Promise<void> {
  await queueMessage(tx, message, { recipient });
}

const UNPROVEN = {
  outcome: 'Refused',
  detail: 'Nobody has proven the email address of its holder.',
} as const;
const ERASED = { outcome: 'Refused', detail: 'Its holder was deleted.' } as const;
const TOO_MANY = {
  outcome: 'Refused',
  detail: `Its holder got ${MOST_A_DAY.limit} messages within a day.`,
} as const;

/** A license that waits for an address belongs to nobody yet. */
function isHeld({ awaitsEmailKey }: License): boolean {
  return awaitsEmailKey === null;
}

async function sendTo(
  tx: CommandTx,
  { customerId, messageId, message }: { customerId: string; messageId: string; message: Message },
): Promise<Omit<MessageOutcome, 'id'>> {
  const customer = await lockCustomer(tx, customerId);
  if (customer === undefined) return ERASED;
  if (!customer.isEmailConfirmed) return UNPROVEN;
  const key = `license-messages/${tx.account.id}/${customerId}`;
  const onceKey = `${key}/${messageId}`;
  // The lock of the customer keeps other messages out. Only a message that is sent counts as sent.
  if ((await countHits(tx, tx, onceKey)) > 0) return { outcome: 'SentBefore' };
  if (!(await hitCounter(tx, tx, key, MOST_A_DAY)).allowed) return TOO_MANY;
  await hitCounter(tx, tx, onceKey, ONCE);
  await queueMessage(tx, message, { recipient: customer.email, customer });
  recordSentMailEvent(tx, {
    type: 'customer.messaged',
    subjects: { customer: customerId },
    // What the vendor wrote may name the customer: it is in the mail, which an erasure deletes.
    data: { messageId },
  });
  return { outcome: 'Sent' };
}

function queueMessage(
  tx: CommandTx,
  { subject, text }: Message,
  { recipient, customer }: { readonly recipient: string; readonly customer?: Customer },
): Promise<string | undefined> {
  // The visitor of this request is the vendor.
  const language = mailLanguage({ account: tx.account });
  const texts = language === 'de' ? de : en;
  return queueAccountMail(tx, {
    kind: 'license-message',
    limit: 'None',
    recipient,
    language,
    subject,
    heading: subject,
    paragraphs: paragraphsOf(text),
    notes: [texts.why(tx.account.name)],
    again: customer && `customer/${customer.id}`,
  });
}
