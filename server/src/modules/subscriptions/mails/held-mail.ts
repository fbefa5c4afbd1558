import { hitCounter } from '../../../platform/counters/rate-counters.ts';
import { type CommandTx, mailLanguage, queueVendorMail, vendorAddresses } from '../../accounts/index.ts';
import type { RenewalFault, Subscription } from '../tables.ts';
import { de } from './texts/held-de.ts';
import { en } from './texts/held-en.ts';

/** Why renewals are held that the vendor hears of by mail: faults of the shop, and what nobody but the vendor decides. */
type ToldReason = RenewalFault | 'Overdue' | 'ClockJump';

/** Thousands of renewals may be held at once. */
const ONCE_A_DAY = { limit: 1, windowSeconds: 24 * 3_600 };
const ONCE_A_WEEK = { limit: 1, windowSeconds: 7 * 24 * 3_600 };

/**
 * Tells the vendor that renewals are held by a fault of the shop, or until they are released: once a day
 * for each reason, as further ones are held, and once a week while they are tried again. Where nobody reads it, only the log
 * and the lists show it.
 */
export async function queueHeldMail(
  tx: CommandTx,
  { id }: Pick<Subscription, 'id'>,
  { reason, isNew }: { readonly reason: ToldReason; readonly isNew: boolean },
): Promise<void> {
  const recipients = await vendorAddresses(tx);
  if (recipients.length === 0) return;
  const key = `held-renewals/${tx.account.id}/${reason}`;
  const isFirstOfDay = isNew && (await hitCounter(tx, tx, key, ONCE_A_DAY)).allowed;
  const isFirstOfWeek = (await hitCounter(tx, tx, `${key}/week`, ONCE_A_WEEK)).allowed;
  if (!isFirstOfDay && !isFirstOfWeek) return;
  const language = mailLanguage(tx);
  const texts = language === 'de' ? de : en;
  const isWaiting = reason === 'Overdue' || reason === 'ClockJump';
  const subject = isWaiting ? texts.waitingSubject : texts.subject;
  await queueVendorMail(tx, recipients, {
    kind: 'HeldRenewals',
    limit: 'None',
    language,
    subject,
    heading: subject,
    paragraphs: isWaiting
      ? [texts.reasons[reason], texts.waits, texts.list]
      : [
          texts.reasons[reason],
          texts.goesOn,
          reason === 'NotConnected' || reason === 'Provider' ? texts.keeps : texts.ends,
          texts.list,
        ],
    notes: [texts.first(id), isWaiting ? texts.onceADay : texts.onceADayAndWeek],
  });
}
