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
  const rows = quote.lines.map(
    (line) => `${line.quantity} × ${titleOf(line.id) ?? line.item.id}: ${format(line.dueMinor)}`,
  );
  await queueAccountMail(system, tx, account, {
    kind: 'Receipt',
    recipient: order.billing.email ?? customer.email,
    subject: `Your receipt from ${account.name}`,
    heading: 'Thank you for your purchase',
    paragraphs: [`Order ${order.id}`, ...rows, `Total: ${format(quote.total.dueMinor)}`, wayIn(customer)],
    action: {
      label: 'Visit the shop',
      url: account.settings.websiteUrl ?? accountUrl(system.config, account),
    },
  });
}

/** A buyer who came as a guest owns an account now, and has to be told how to get into it. */
function wayIn({ email, passwordHash }: Customer): string {
  return passwordHash === null
    ? `Your licenses are in an account for ${email}, which has no password yet: choose "Forgot password" where you sign in, and set one.`
    : `Your licenses are in your account (${email}).`;
}
