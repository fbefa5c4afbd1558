import { hitCounter } from '../../../platform/counters/rate-counters.ts';
import { type CommandTx, mailLanguage, queueAccountMail } from '../../accounts/index.ts';
import type { RenewalFault, Subscription } from '../tables.ts';
import { de } from './texts/held-de.ts';
import { en } from './texts/held-en.ts';

/** Thousands of renewals may be held at once. */
const ONCE_A_DAY = { limit: 1, windowSeconds: 24 * 3_600 };

/**
 * Tells the vendor, at `seller.email`, that renewals are held by a fault of the shop: once a day for each reason, with the
 * first of them. Without that address, only the log and the lists show it.
 */
export async function queueHeldMail(
  tx: CommandTx,
  { id }: Pick<Subscription, 'id'>,
  reason: RenewalFault,
): Promise<void> {
  const { email } = tx.account.settings.seller;
  if (email === undefined) return;
  const key = `held-renewals/${tx.account.id}/${reason}`;
  if (!(await hitCounter(tx, tx, key, ONCE_A_DAY)).allowed) return;
  const language = mailLanguage(tx);
  const texts = language === 'de' ? de : en;
  await queueAccountMail(tx, {
    kind: 'HeldRenewals',
    limit: 'None',
    recipient: email,
    language,
    subject: texts.subject,
    heading: texts.subject,
    paragraphs: [
      texts.reasons[reason],
      texts.goesOn,
      reason === 'NotConnected' || reason === 'Provider' ? texts.keeps : texts.ends,
      texts.list,
    ],
    notes: [texts.first(id), texts.onceADay],
  });
}
