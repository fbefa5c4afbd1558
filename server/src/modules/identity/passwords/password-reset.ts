import { refuseIssues } from '../../../kernel/problem.ts';
import { Type } from '../../../kernel/schema.ts';
import { readContext, transaction } from '../../../platform/context/context.ts';
import {
  type CommandTx,
  type Context,
  defineAccountJob,
  mailLanguage,
  type MailLanguage,
  mayMail,
} from '../../accounts/index.ts';
import {
  changePassword,
  type Customer,
  type EmailChange,
  emailKey,
  ensureLockedCustomer,
  findCustomer,
  findCustomerByEmail,
  findEmailChange,
  findEmailChangeFrom,
  lockCustomer,
  checkPassword,
} from '../../customers/index.ts';
import { validCode, makeCode, redeemCode, type EmailCode } from '../codes/codes.ts';
import { invalidCode } from '../problems.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { forgetGuesses } from '../limit-attempts.ts';
import { queueCodeMail, queuePasswordChangedMail, queueResetWithheldMail, queueUndoMail } from '../mails.ts';
import { undoCode } from '../emails/undo-email-change.ts';
import { proveEmail } from '../emails/prove-email.ts';
import type { ReleasePurchases } from '../emails/release-purchases.ts';
import { voidAddressCodes } from '../codes/store-address-codes.ts';
import { voidCodes } from '../codes/store-codes.ts';

/**
 * Records that somebody wants a new password for an email (customer API, forgot-password). A background job later finds
 * out whether a customer has that email: the response and the work are the same for every email.
 */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  const isAllowed = await mayMail(ctx, 'reset-password', emailKey(email));
  if (!isAllowed) return;
  const language = mailLanguage(ctx);
  await transaction(ctx, (tx) => passwordResetJob.enqueue(tx, { email, language }));
}

/** Whether licenses wait until somebody proves an address. */
type IsAwaited = (tx: CommandTx, emailKey: string) => Promise<boolean>;

/**
 * Mails a code for a new password to the customer with the email: creates the code, which voids older ones, and queues
 * its mail exactly once. If licenses wait for an address without a customer, a customer is created, because proving the
 * address is the only way to those licenses.
 */
export const passwordResetJob = defineAccountJob(
  'identity.password-reset',
  Type.Object({
    email: Type.String(),
    language: Type.Enum(['en', 'de']),
    /** The vendor asks, who has limits of their own. */
    isOfVendor: Type.Optional(Type.Boolean()),
  }),
  (ctx: Context & { readonly isAddressAwaited: IsAwaited }, { email, language, isOfVendor = false }, job) =>
    transaction(ctx, async (tx) => {
      const { customer, undo } = await accountBehind(tx, email, ctx.isAddressAwaited);
      if (undo !== undefined) await offerUndo(tx, { customer, undo, email, language });
      else if (customer !== undefined) {
        const code = await makeCode(tx, customer, { purpose: 'ResetPassword' });
        const limit = isOfVendor ? 'None' : 'PerAddress';
        await queueCodeMail(tx, { customer, purpose: 'ResetPassword', code, language, limit });
      }
      await job.finish(tx);
    }),
);

type Behind =
  | { readonly customer: Customer | undefined; readonly undo?: undefined }
  | { readonly customer: Customer; readonly undo: EmailChange };

/** The customer who has, or recently had, an email; and the change of it that can still be undone. */
async function accountBehind(tx: CommandTx, email: string, isAwaited: IsAwaited): Promise<Behind> {
  const owner = await findCustomerByEmail(tx, email);
  const change = owner ? undefined : await findEmailChangeFrom(tx, emailKey(email));
  const isNobodys = owner === undefined && change?.wasConfirmed !== true;
  if (isNobodys && (await isAwaited(tx, emailKey(email))))
    return { customer: await ensureLockedCustomer(tx, { email }) };
  const id = owner?.id ?? change?.customerId;
  const customer = id === undefined ? undefined : await lockCustomer(tx, id);
  const undo = customer && (await findEmailChange(tx, customer.id));
  return customer !== undefined && undo !== undefined ? { customer, undo } : { customer };
}

/**
 * While a change of email can be undone, the new address alone cannot get a new password: the person who changed it may
 * have had only a stolen token. The previous address gets the link that undoes the change and asks for a new password.
 */
async function offerUndo(
  tx: CommandTx,
  reset: {
    readonly customer: Customer;
    readonly undo: EmailChange;
    readonly email: string;
    readonly language: MailLanguage;
  },
): Promise<void> {
  const { customer, undo, email, language } = reset;
  await queueUndoMail(tx, {
    customer,
    undo,
    code: undoCode(tx, undo),
    limit: 'PerAddress',
    reason: 'Reset',
    language,
  });
  if (emailKey(email) === customer.emailKey) await queueResetWithheldMail(tx, { customer, undo, language });
}

/**
 * Whether a code would set a new password, so that nobody chooses one in vain (customer API, reset-password/check):
 * raises 400 `InvalidCode` if not, also when its customer is gone or has another email now. The code stays unused.
 */
export async function checkResetCode(ctx: Context, input: EmailCode): Promise<void> {
  const read = readContext(ctx);
  const code = await validCode(read, { ...input, purpose: 'ResetPassword' });
  const customer = await findCustomer(read, code.customerId);
  if (customer?.emailKey !== code.emailKey) throw invalidCode();
}

/**
 * Sets a new password with a code from the mail (customer API, reset-password). All sessions of the customer end, and
 * the email is proven, which grants everything that waited for it. Raises 400 with every rule that the password breaks,
 * and 400 `InvalidCode`; a code works once, even if several requests present it at the same time.
 */
export async function resetPassword(
  ctx: Context,
  input: EmailCode & { readonly newPassword: string },
  release: ReleasePurchases,
): Promise<void> {
  // The password is the whole request body.
  refuseIssues({ body: await checkPassword(input.newPassword) });
  // Saves the hash for an invalid code; the transaction decides.
  const code = await validCode(readContext(ctx), {
    ...input,
    purpose: 'ResetPassword',
  });
  const passwordHash = await ctx.passwords.hash(input.newPassword);
  await transaction(ctx, async (tx) => {
    const customer = await redeemCode(tx, code);
    await proveEmail(tx, customer, { credentials: {}, release });
    await changePassword(tx, customer, passwordHash);
    await voidCodes(tx, ctx.account.id, customer.id);
    await voidAddressCodes(tx, ctx.account.id, customer.emailKey);
    await endSessions(tx, { customerId: customer.id }, 'PasswordChanged');
    await forgetGuesses(ctx, tx, ctx.account, customer.email);
    await queuePasswordChangedMail(tx, customer);
  });
}
