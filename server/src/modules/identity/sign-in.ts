import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import { findCustomerByEmail, lockCustomer, updateCustomer } from '../customers/index.ts';
import { invalidCredentials } from './problems.ts';
import { signedIn, type SignedIn, startSession } from './start-session.ts';

/**
 * Signs a customer in by email and password (customer API, sign-in).
 * Raises 400 `InvalidCredentials`, alike in answer and in work for an email that nobody has and for a customer who
 * has set no password yet.
 */
export async function signIn(
  system: System,
  account: Account,
  input: { readonly email: string; readonly password: string },
): Promise<SignedIn> {
  const found = await findCustomerByEmail(system.database.reader, account.id, input.email);
  const hash = found?.passwordHash ?? undefined;
  const { matches, needsRehash } = await (hash === undefined
    ? system.passwords.verifyAgainstNothing(input.password)
    : system.passwords.verify(input.password, hash));
  if (found === undefined || !matches) throw invalidCredentials();
  const newHash = needsRehash ? await system.passwords.hash(input.password) : undefined;
  const { customer, session } = await system.database.transaction(async (tx) => {
    const current = await lockCustomer(tx, account.id, found.id);
    // The password may have been changed, and all sessions ended, while the hash was computed.
    if (current === undefined || current.passwordHash !== hash) throw invalidCredentials();
    if (newHash !== undefined) await updateCustomer(tx, account.id, found.id, { passwordHash: newHash });
    return { customer: current, session: await startSession(system, tx, account, found.id) };
  });
  return signedIn(system, account, customer, session);
}
