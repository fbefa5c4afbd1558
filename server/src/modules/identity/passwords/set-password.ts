import { refuseIssues } from '../../../kernel/problem.ts';
import { transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { changePassword, type Customer, lockCustomer, checkPassword } from '../../customers/index.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { forgetGuesses, limitGuess } from '../limit-attempts.ts';
import { queuePasswordChangedMail } from '../mails.ts';
import { invalidCredentials } from '../problems.ts';
import { voidAddressCodes } from '../codes/store-address-codes.ts';
import { voidCodes } from '../codes/store-codes.ts';

/**
 * Replaces the password of a signed-in customer (customer API, set-password). All other sessions end, and codes for a
 * new password or email are void; if the email is proven, so are all links that sign in. Raises 400 with every rule that the new password breaks, 400 `InvalidCredentials`
 * when the current one is wrong, and 429 after several wrong ones.
 */
export async function setPassword(
  ctx: Context,
  caller: { readonly customer: Customer; readonly sessionId: string },
  input: { readonly currentPassword: string; readonly newPassword: string },
): Promise<void> {
  const { customer, sessionId } = caller;
  refuseIssues({ newPassword: await checkPassword(input.newPassword) });
  const currentHash = customer.passwordHash;
  await limitGuess(ctx, customer.email, async () => {
    if (currentHash !== null && (await ctx.passwords.verify(input.currentPassword, currentHash)).matches)
      return;
    throw invalidCredentials({ detail: 'The current password is wrong.' });
  });
  const passwordHash = await ctx.passwords.hash(input.newPassword);
  await transaction(ctx, async (tx) => {
    const current = await lockCustomer(tx, customer.id);
    if (current === undefined || current.passwordHash !== currentHash) throw invalidCredentials();
    await changePassword(tx, current, passwordHash);
    await voidLinks(tx, current);
    await endSessions(tx, { customerId: customer.id, except: sessionId }, 'PasswordChanged');
    await forgetGuesses(ctx, tx, ctx.account, customer.email);
    await queuePasswordChangedMail(tx, current);
  });
}

/**
 * Voids the customer's links for a new password or email and, if the email is proven, those that sign in: of receipts and
 * for confirming the account. While the email is unproven, these belong to its owner, who may not be the customer.
 */
async function voidLinks(
  tx: CommandTx,
  { accountId, id, emailKey, isEmailConfirmed }: Customer,
): Promise<void> {
  await voidCodes(tx, accountId, id, ['ResetPassword', 'ChangeEmail']);
  if (!isEmailConfirmed) return;
  await voidCodes(tx, accountId, id, ['ConfirmAccount', 'ConfirmEmail']);
  await voidAddressCodes(tx, accountId, emailKey);
}
