import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import {
  type AddressInput,
  emailInUse,
  findCustomerByEmail,
  insertCustomer,
  newCustomer,
  toAddress,
} from '../customers/index.ts';
import { refuseIssues, signUpIssues } from './issues.ts';
import { signedIn, type SignedIn, startSession } from './start-session.ts';

export interface SignUpInput {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly address?: AddressInput | undefined;
  /** Marketing opt-in. */
  readonly newsletterOptIn?: boolean | undefined;
  readonly acceptedPrivacyPolicy?: boolean | undefined;
  readonly acceptedTermsAndConditions?: boolean | undefined;
}

/**
 * Makes a customer with a password and signs them in (customer API, sign-up).
 * Raises 400 naming every issue, 409 `EmailInUse` when a customer of the account has the email.
 */
export async function signUp(system: System, account: Account, input: SignUpInput): Promise<SignedIn> {
  refuseIssues(signUpIssues(input));
  // Spares the hash where the answer is known; the insert below decides.
  const existing = await findCustomerByEmail(system.database.reader, account.id, input.email);
  if (existing !== undefined) throw emailInUse();
  const customer = customerOf(system, account, input, await system.passwords.hash(input.password));
  const session = await system.database.transaction(async (tx) => {
    const inserted = await insertCustomer(tx, customer);
    if (inserted === undefined) throw emailInUse();
    return startSession(system, tx, account, customer.id);
  });
  return signedIn(system, account, customer, session);
}

function customerOf(system: System, account: Account, input: SignUpInput, passwordHash: string) {
  const now = system.clock.now();
  return newCustomer(system, account, {
    name: input.name.trim(),
    email: input.email,
    passwordHash,
    address: input.address === undefined ? null : toAddress(input.address),
    acceptsNewsletter: input.newsletterOptIn === true,
    privacyAcceptedAt: input.acceptedPrivacyPolicy === true ? now : null,
    termsAcceptedAt: input.acceptedTermsAndConditions === true ? now : null,
  });
}
