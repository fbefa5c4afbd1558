import { Type } from '../../../kernel/schema.ts';
import { readerOf, transaction } from '../../../platform/context/context.ts';
import { findMail } from '../../../platform/mail/store.ts';
import { type CommandTx, type Context, defineAccountJob } from '../../accounts/index.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { settleNotice } from './settle-notice.ts';

const SHORTEST_PAUSE_MS = 600_000;
const LONGEST_PAUSE_MS = 86_400_000;

/**
 * Looks whether the mail that announced a price was sent, and notes it before the mail is deleted with other old ones. While
 * the mail is on its way, it looks again after as long as that has lasted, between ten minutes and a day.
 */
export const confirmPriceJob = defineAccountJob(
  'subscriptions.confirm-price',
  Type.Object({ subscriptionId: Type.String(), mailId: Type.String() }),
  async (ctx: Context, { subscriptionId, mailId }, job) => {
    await transaction(ctx, async (tx) => {
      await job.finish(tx);
      const locked = await lockWithOrder(tx, subscriptionId);
      if (locked.subscription.nextPriceMailId !== mailId) return;
      await settleNotice(tx, locked);
      const mail = await findMail(readerOf(tx), tx.account.id, mailId);
      if (mail?.status === 'Queued') await confirmLater(tx, { subscriptionId, mailId }, mail.createdAt);
    });
  },
);

/** Has somebody look at the mail that was queued then. */
export async function confirmLater(
  tx: CommandTx,
  payload: { readonly subscriptionId: string; readonly mailId: string },
  since: Date,
): Promise<void> {
  const now = tx.clock.now().getTime();
  const pauseMs = Math.min(Math.max(now - since.getTime(), SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  await confirmPriceJob.enqueue(tx, payload, new Date(now + pauseMs));
}
