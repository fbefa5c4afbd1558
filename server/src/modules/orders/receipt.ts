import { toDecimal } from '../../kernel/money.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import { type Account, accountUrl, queueAccountMail } from '../accounts/index.ts';
import type { Customer } from '../customers/index.ts';
import type { Purchase } from '../payments/index.ts';
import type { Order } from './tables.ts';

/** Puts the buyer's receipt into the outbox; it leaves when the transaction is committed, or never. */
export async function queueReceipt(
  system: System,
  tx: Tx,
  account: Account,
  { order, content, customer }: { order: Order; content: Purchase; customer: Customer },
): Promise<void> {
  const { quote, titles } = content;
  const titleOf = (lineId: string): string | undefined =>
    titles.find((entry) => entry.lineId === lineId)?.title;
  const money = new Intl.NumberFormat('en', { style: 'currency', currency: quote.currency });
  const format = (amountMinor: number): string => money.format(toDecimal(amountMinor, quote.currency));
  const lines = quote.lines.map((line) => ({
    label: `${line.quantity} × ${titleOf(line.id) ?? line.item.id}`,
    value: format(line.dueMinor),
  }));
  await queueAccountMail(system, tx, account, {
    kind: 'Receipt',
    recipient: order.billing.email ?? customer.email,
    subject: `Your receipt from ${account.name}`,
    heading: 'Thank you for your purchase',
    bill: {
      facts: [
        { label: 'Order', value: order.id },
        { label: 'Date', value: DATE.format(system.clock.now()) },
        { label: 'Sold by', value: account.name },
      ],
      lines,
      total: { label: 'Total', value: format(quote.total.dueMinor) },
    },
    paragraphs: [NEXT, wayIn(customer)],
    action: {
      label: 'Visit the shop',
      url: account.settings.websiteUrl ?? accountUrl(system.config, account),
    },
  });
}

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

const NEXT =
  'What to do next: download what you bought from your account in the shop, and sign in to the same account in the application. It finds its license there.';

/** A buyer who came as a guest owns an account now, and has to be told how to get into it. */
function wayIn({ email, passwordHash }: Customer): string {
  return passwordHash === null
    ? `Your licenses are in an account for ${email}, which has no password yet: choose "Forgot password" where you sign in, and set one.`
    : `Your licenses are in your account (${email}).`;
}
