import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { type Customer, updateCustomer } from '../customers/index.ts';
import { knownCode, makeCode, redeemCode, type SentCode } from './codes.ts';
import { invalidCode } from './problems.ts';
import { signedIn, type SignedIn, startSession } from './start-session.ts';
import { refusingTakenEmail, replaceEmail } from './update-identity.ts';

/** A customer whose account is active: signed in, or about to choose a first password with this token. */
export type ConfirmedAccount =
  | ({ readonly status: 'SignedIn' } & SignedIn)
  | {
      readonly status: 'PasswordSetupRequired';
      readonly customer: Customer;
      readonly resetPasswordToken: string;
    };

/**
 * Activates an account by the code from its mail (extended API, confirm-account): the email is confirmed and the
 * customer signed in; one without a password gets a code for reset-password instead. Raises 400 `InvalidCode`.
 */
export async function confirmAccount(
  system: System,
  account: Account,
  input: SentCode & { readonly userAgent?: string | undefined },
): Promise<ConfirmedAccount> {
  const code = await knownCode(system, system.database.reader, account, {
    ...input,
    purpose: 'ConfirmAccount',
  });
  const { customer, session, resetPasswordToken } = await system.database.transaction(async (tx) => {
    const { id } = await redeemCode(tx, code);
    const confirmed = await updateCustomer(tx, account.id, id, { isEmailConfirmed: true });
    if (confirmed === undefined) throw invalidCode();
    if (confirmed.passwordHash === null) {
      return {
        customer: confirmed,
        resetPasswordToken: await makeCode(system, tx, confirmed, { purpose: 'ResetPassword' }),
      };
    }
    const { userAgent } = input;
    return {
      customer: confirmed,
      session: await startSession(system, tx, account, { customerId: id, userAgent }),
    };
  });
  if (session === undefined) return { status: 'PasswordSetupRequired', customer, resetPasswordToken };
  return { status: 'SignedIn', ...(await signedIn(system, account, customer, session)) };
}

/** Confirms an email by the code that was sent to it (extended API, confirm-email). Raises 400 `InvalidCode`. */
export async function confirmEmail(system: System, account: Account, input: SentCode): Promise<void> {
  const code = await knownCode(system, system.database.reader, account, {
    ...input,
    purpose: 'ConfirmEmail',
  });
  await system.database.transaction(async (tx) => {
    const { id } = await redeemCode(tx, code);
    await updateCustomer(tx, account.id, id, { isEmailConfirmed: true });
  });
}

/**
 * Gives a signed-in customer the new email that they asked for, by the code that was sent to it (extended API,
 * confirm-email-change). Raises 400 `InvalidCode`, also for the code of another customer, and 409 `EmailInUse` when
 * somebody took the email in the meantime.
 */
export async function confirmEmailChange(
  system: System,
  account: Account,
  customerId: string,
  input: SentCode,
): Promise<void> {
  const code = await knownCode(system, system.database.reader, account, { ...input, purpose: 'ChangeEmail' });
  if (code.customerId !== customerId) throw invalidCode();
  await refusingTakenEmail(() =>
    system.database.transaction(async (tx) => {
      const customer = await redeemCode(tx, code);
      await replaceEmail(tx, { customer, email: code.email, isConfirmed: true });
    }),
  );
}
