import { hitCounter } from '../../../platform/counters/rate-counters.ts';
import { type CommandTx, mailLanguage, queueVendorMail, vendorAddresses } from '../../accounts/index.ts';
import type { HoldReason, Subscription } from '../tables.ts';
import { de } from './texts/held-de.ts';
import { en } from './texts/held-en.ts';

/**
 * Why renewals are held that the vendor hears of by mail: faults of the shop, and what nobody but the vendor decides. A
 * dispute has mails of its own.
 */
type ToldReason = Exclude<HoldReason, 'Disputed' | 'Merged'>;

/** Whether the vendor hears by mail that renewals are held for this reason. */
export function isTold(reason: HoldReason): reason is ToldReason {
  return reason !== 'Disputed' && reason !== 'Merged';
}

/** What is no fault that the payment service would tell of. */
const WAITING: ReadonlySet<ToldReason> = new Set(['Overdue', 'ClockJump', 'Closed', 'Unlicensed']);

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
  const isWaiting = WAITING.has(reason);
  const subject = isWaiting ? texts.waitingSubject : texts.subject;
  await queueVendorMail(tx, recipients, {
    kind: 'HeldRenewals',
    limit: 'None',
    language,
    subject,
    heading: subject,
    paragraphs: isWaiting
      ? [
          texts.reasons[reason],
          reason === 'Closed' || reason === 'Unlicensed' ? texts.looksAgain : texts.waits,
          texts.list,
        ]
      : [
          texts.reasons[reason],
          texts.goesOn,
          reason === 'NotConnected' || reason === 'Provider' ? texts.keeps : texts.ends,
          texts.list,
        ],
    notes: [texts.first(id), isWaiting ? texts.onceADay : texts.onceADayAndWeek],
  });
}
