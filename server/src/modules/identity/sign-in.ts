import type { Tx } from '../../platform/database/database.ts';
import type { System } from '../../platform/system.ts';
import { type Account, mayMail } from '../accounts/index.ts';
import { type Customer, findCustomerByEmail, lockCustomer, updateCustomer } from '../customers/index.ts';
import { forgetGuesses, limitGuess } from './limit-attempts.ts';
import { emailNotConfirmed, invalidCredentials } from './problems.ts';
import { queueWelcome } from './sign-up.ts';
import { signedIn, type SignedIn, startSession } from './start-session.ts';

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly userAgent?: string | undefined;
}

/**
 * Signs a customer in by email and password (customer API, sign-in).
 *
 * Raises 400 `InvalidCredentials`, alike in answer and in work for an email that nobody has and for a customer who
 * has set no password yet; 429 after several failures of the same email, known or not; 403 `EmailNotConfirmed`,
 * and mails a new link, when the account wants a confirmed email.
 */
export async function signIn(system: System, account: Account, input: SignInInput): Promise<SignedIn> {
  const { customer: found, newHash } = await limitGuess(system, account, input.email, () =>
    checkPassword(system, account, input),
  );
  if (account.settings.requiresConfirmedEmail && !found.isEmailConfirmed) {
    await remindOfConfirmation(system, account, found);
    throw emailNotConfirmed({ detail: 'Open the link that was mailed to you.' });
  }
  const { customer, session } = await system.database.transaction(async (tx) => {
    const current = await unchanged(tx, account, found);
    if (newHash !== undefined) await updateCustomer(tx, account.id, found.id, { passwordHash: newHash });
    await forgetGuesses(system, tx, account, input.email);
    const { userAgent } = input;
    return {
      customer: current,
      session: await startSession(system, tx, account, { customerId: found.id, userAgent }),
    };
  });
  return signedIn(system, account, customer, session);
}

/** Finds the customer whose password it is; raises 400 after the same work in every case. */
async function checkPassword(
  system: System,
  account: Account,
  { email, password }: SignInInput,
): Promise<{ customer: Customer; newHash: string | undefined }> {
  const customer = await findCustomerByEmail(system.database.reader, account.id, email);
  const hash = customer?.passwordHash ?? undefined;
  const { matches, needsRehash } = await (hash === undefined
    ? system.passwords.verifyAgainstNothing(password)
    : system.passwords.verify(password, hash));
  if (customer === undefined || !matches) throw invalidCredentials();
  return { customer, newHash: needsRehash ? await system.passwords.hash(password) : undefined };
}

/** The password may have been changed, and all sessions ended, while its hash was computed. */
async function unchanged(tx: Tx, account: Account, found: Customer): Promise<Customer> {
  const current = await lockCustomer(tx, account.id, found.id);
  if (current === undefined || current.passwordHash !== found.passwordHash) throw invalidCredentials();
  return current;
}

async function remindOfConfirmation(system: System, account: Account, customer: Customer): Promise<void> {
  await forgetGuesses(system, system.database, account, customer.email);
  if (!(await mayMail(system, account, 'confirm-account', customer.emailKey))) return;
  await system.database.transaction((tx) => queueWelcome(system, tx, account, customer));
}
