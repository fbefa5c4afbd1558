import type { CommandTx } from '../../accounts/index.ts';
import type { Subscription } from '../tables.ts';
import { queueSubscriptionMail } from './subscription-mail.ts';

/** How many paid cycles of another subscription count now, and when that ends; null: it has ended before. */
interface MergeNews {
  readonly periods: number;
  readonly endsAt: Date | null;
}

/** Tells a customer that the payments for two subscriptions count for one of them: it is the vendor who decides that. */
export function queueMergedMail(
  tx: CommandTx,
  subscription: Subscription,
  { periods, endsAt }: MergeNews,
): Promise<string | undefined> {
  return queueSubscriptionMail(tx, subscription, ({ texts: { merged }, shop, title, day }) => ({
    subject: merged.subject(shop),
    heading: merged.heading,
    paragraphs: [merged.text(title, periods), ...(endsAt === null ? [] : [merged.ends(day(endsAt))])],
  }));
}
