import { readContext, transaction } from '../../../platform/context/context.ts';
import type { CommandTx, Context } from '../../accounts/index.ts';
import { type Customer, findCustomerByEmail } from '../../customers/index.ts';
import {
  validAddressCode,
  validCode,
  makeCode,
  redeemAddressCode,
  redeemCode,
  type EmailCode,
} from '../codes/codes.ts';
import { invalidCode } from '../problems.ts';
import { checkCredentials, confirmOwnEmail, type Credentials, proveEmail } from './prove-email.ts';
import type { ReleasePurchases, WaitingPurchases } from './release-purchases.ts';
import { signedIn, type SignedIn, startSession } from '../sessions/start-session.ts';
import { queueCodeMail } from '../mails.ts';
import { refuseDuplicateEmail } from './taken-email.ts';
import { replaceEmail } from './undo-email-change.ts';

/** A customer whose account is active: signed in, or about to choose a first password with this token. */
type ConfirmedAccount =
  | ({ readonly status: 'SignedIn' } & SignedIn)
  | {
      readonly status: 'PasswordSetupRequired';
      readonly customer: Customer;
      readonly resetPasswordToken: string;
    };

/** A code from a mail, and the credentials that its holder presents with it. */
interface EmailProof extends EmailCode {
  readonly credentials?: Credentials | undefined;
  readonly userAgent?: string | undefined;
}

/**
 * Activates an account with the code from its mail (extended API, confirm-account): the email is proven and the
 * customer signed in; one without a password gets a code for reset-password instead. Password and sessions stay, unless
 * something was bought for the email: then those that are not presented end (see `proveEmail`).
 *
 * Raises 400 `InvalidCode`, and 400 `InvalidCredentials` for a wrong password, which does not use up the code.
 */
export async function confirmAccount(
  ctx: Context,
  input: EmailProof,
  waiting: WaitingPurchases,
): Promise<ConfirmedAccount> {
  const { customerId, redeem, confirm } = await openCode(ctx, input);
  const credentials = await checkCredentials(ctx, customerId, input.credentials ?? {});
  const { customer, session, resetPasswordToken } = await transaction(ctx, async (tx) => {
    const proven = await confirm(tx, await redeem(tx), { credentials, waiting });
    if (proven.passwordHash === null) {
      return {
        customer: proven,
        resetPasswordToken: await makeCode(tx, proven, { purpose: 'ResetPassword' }),
      };
    }
    const opening = { customerId: proven.id, userAgent: input.userAgent };
    return { customer: proven, session: await startSession(tx, opening) };
  });
  if (session === undefined) return { status: 'PasswordSetupRequired', customer, resetPasswordToken };
  return { status: 'SignedIn', ...(await signedIn(ctx, customer, session)) };
}

/** A code that activates an account: that of a receipt, which is valid for its address, or the customer's own. */
async function openCode(
  ctx: Context,
  input: EmailCode,
): Promise<{
  readonly customerId: string | undefined;
  readonly redeem: (tx: CommandTx) => Promise<Customer>;
  readonly confirm: typeof confirmOwnEmail;
}> {
  const ofAddress = await validAddressCode(ctx, input);
  if (ofAddress !== undefined) {
    const customer = await findCustomerByEmail(ctx, ofAddress.email);
    return {
      customerId: customer?.id,
      redeem: (tx) => redeemAddressCode(tx, ofAddress),
      // A receipt belongs to its reader, even if nothing waits for it anymore, such as after a refund.
      confirm: (tx, owner, { credentials, waiting: { release } }) =>
        proveEmail(tx, owner, { credentials, release }),
    };
  }
  const { email, code } = input;
  const own = await validCode(readContext(ctx), { email, code, purpose: 'ConfirmAccount' });
  return { customerId: own.customerId, redeem: (tx) => redeemCode(tx, own), confirm: confirmOwnEmail };
}

/**
 * Confirms an email with the code that was sent to it (extended API, confirm-email), under the same rule as
 * `confirmAccount`. Returns a code for reset-password if the customer has no password then, and mails it, too: deployed
 * clients expect an empty response and do not read it. Raises the same problems as `confirmAccount`.
 */
export async function confirmEmail(
  ctx: Context,
  input: EmailProof,
  waiting: WaitingPurchases,
): Promise<string | undefined> {
  const code = await validCode(readContext(ctx), {
    ...input,
    purpose: 'ConfirmEmail',
  });
  const credentials = await checkCredentials(ctx, code.customerId, input.credentials ?? {});
  return transaction(ctx, async (tx) => {
    const customer = await redeemCode(tx, code);
    const proven = await confirmOwnEmail(tx, customer, { credentials, waiting });
    if (proven.passwordHash !== null) return undefined;
    const resetCode = await makeCode(tx, proven, { purpose: 'ResetPassword' });
    await queueCodeMail(tx, { customer: proven, purpose: 'ResetPassword', code: resetCode, limit: 'None' });
    return resetCode;
  });
}

/**
 * Sets the new email that a signed-in customer requested, with the code that was sent to it (extended API,
 * confirm-email-change), and grants everything that waited for its proof. Raises 400 `InvalidCode`, also for the code
 * of another customer, and 409 `EmailInUse` when somebody took the email in the meantime.
 */
export async function confirmEmailChange(
  ctx: Context,
  customerId: string,
  input: EmailCode,
  release: ReleasePurchases,
): Promise<void> {
  const code = await validCode(readContext(ctx), { ...input, purpose: 'ChangeEmail' });
  if (code.customerId !== customerId) throw invalidCode();
  await refuseDuplicateEmail(() =>
    transaction(ctx, async (tx) => {
      const customer = await redeemCode(tx, code);
      await release(tx, await replaceEmail(tx, { customer, email: code.email, isConfirmed: true }));
    }),
  );
}
