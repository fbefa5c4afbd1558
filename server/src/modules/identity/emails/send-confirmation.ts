import { rateLimited, unauthorized } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import { type CommandTx, type Context, type MailLanguage, mayMail } from '../../accounts/index.ts';
import { type Customer, lockCustomer } from '../../customers/index.ts';
import { queueConfirmationMail } from '../mails.ts';

const RETRY_AFTER_SECONDS = 60 * 60;

/**
 * Mails a signed-in customer a new link that confirms their email, unless it is already confirmed. The link is a
 * separate kind: it voids the previous one, but not that of a receipt, which lasts longer. Raises 429 when the address
 * was mailed too often within the hour; the previous link then stays valid.
 */
export async function sendConfirmation(ctx: Context, customerId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (customer === undefined) throw unauthorized({ headers: { 'www-authenticate': 'Bearer' } });
    if (customer.isEmailConfirmed) return;
    if (!(await mayMail(tx, 'confirm-email', customer.emailKey))) {
      throw rateLimited({
        detail: 'Too many mails were requested for this address. Try again in an hour.',
        headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      });
    }
    await queueConfirmationMail(tx, customer, { purpose: 'ConfirmEmail', limit: 'None' });
  });
}

/**
 * Mails a customer, whose lock the caller holds, a new link that confirms their email, because the vendor has it sent
 * again. It voids the previous link of this purpose.
 */
export function sendConfirmationAgain(
  tx: CommandTx,
  customer: Customer,
  mail: { readonly purpose: 'ConfirmAccount' | 'ConfirmEmail'; readonly language: MailLanguage },
): Promise<void> {
  return queueConfirmationMail(tx, customer, { ...mail, limit: 'None' });
}
