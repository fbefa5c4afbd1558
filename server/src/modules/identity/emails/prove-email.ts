import type { CommandTx, Context } from '../../accounts/index.ts';
import {
  addCustomer,
  confirmCustomerEmail,
  type Customer,
  emailInUse,
  findCustomer,
} from '../../customers/index.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { forgetGuesses, limitGuess } from '../limit-attempts.ts';
import { invalidCredentials } from '../problems.ts';
import { voidCodes } from '../codes/store-codes.ts';
import { findSessionCustomer } from '../sessions/store-sessions.ts';
import type { ReleasePurchases, WaitingPurchases } from './release-purchases.ts';
import { restoreEmail } from './undo-email-change.ts';

/** Credentials that a person may present with the code, to keep the password and the sessions of the account. */
export interface Credentials {
  /** A valid session, of any customer. */
  readonly sessionId?: string | undefined;
  readonly password?: string | undefined;
}

/** Credentials with a verified password: `passwordHash` is the hash that it matches. */
export interface CheckedCredentials {
  readonly sessionId?: string | undefined;
  readonly passwordHash?: string | undefined;
}

/**
 * Checks the password that comes with a code, before taking any lock. Raises 400 `InvalidCredentials` when it is wrong,
 * so that the code stays valid for another try, and 429 after several wrong ones.
 */
export async function checkCredentials(
  ctx: Context,
  customerId: string | undefined,
  { sessionId, password }: Credentials,
): Promise<CheckedCredentials> {
  if (password === undefined || customerId === undefined) return { sessionId };
  const customer = await findCustomer(ctx, customerId);
  // If the account has no password, the code alone decides.
  if (customer === undefined || customer.passwordHash === null) return { sessionId };
  const { passwordHash } = customer;
  await limitGuess(ctx, customer.email, async () => {
    if (!(await ctx.passwords.verify(password, passwordHash)).matches) throw invalidCredentials();
  });
  await forgetGuesses(ctx, ctx.database, ctx.account, customer.email);
  return { sessionId, passwordHash };
}

/**
 * Records that the customer has opened the link that confirms their email, and grants what waited for that (wire
 * contract section 2). The password and the sessions stay, unless something waits or is being paid: that is for the
 * reader of the mail, who may not be the person who signed up (see `proveEmail`). The caller holds the lock of the
 * customer.
 */
export async function confirmOwnEmail(
  tx: CommandTx,
  customer: Customer,
  { credentials, waiting }: { readonly credentials: CheckedCredentials; readonly waiting: WaitingPurchases },
): Promise<Customer> {
  if (customer.isEmailConfirmed || (await waiting.exist(tx, customer))) {
    return proveEmail(tx, customer, { credentials, release: waiting.release });
  }
  // Who knows the password is the person who signed up: nobody else has to remove the account.
  if (await areOf(tx, customer, credentials))
    await voidCodes(tx, tx.account.id, customer.id, ['DenyAccount']);
  return confirmCustomerEmail(tx, customer, { dropsPassword: false });
}

/**
 * Records that the customer has proven their email, and grants what waited for that (wire contract section 2). The
 * person who signed up with the email may not be the one who proves it, so anything that was not presented is replaced:
 * without the password or a session of the customer, the password is removed, all sessions end and mailed codes become
 * void. If the customer changed to the address recently, they go back to the previous one, and another customer is
 * returned. The caller holds the lock of the customer.
 */
export async function proveEmail(
  tx: CommandTx,
  customer: Customer,
  proof: { readonly credentials: CheckedCredentials; readonly release: ReleasePurchases },
): Promise<Customer> {
  if (customer.isEmailConfirmed) {
    // Purchases may have arrived while they had another address.
    await proof.release(tx, customer);
    return customer;
  }
  const isShown = await areOf(tx, customer, proof.credentials);
  const newcomer = isShown ? undefined : await separate(tx, customer);
  if (newcomer !== undefined) {
    await proof.release(tx, newcomer);
    return newcomer;
  }
  if (!isShown) {
    await endSessions(tx, { customerId: customer.id }, 'EmailUnproved');
    await voidCodes(tx, tx.account.id, customer.id);
  }
  const proven = await confirmCustomerEmail(tx, customer, { dropsPassword: !isShown });
  await proof.release(tx, proven);
  return proven;
}

/**
 * Handles an address that a customer took recently and that somebody proves without proving to be that customer: they
 * may be two people, so the customer goes back to the previous address, with everything they own, and the person who
 * proves the new one becomes a customer of their own. A stolen token with a mailbox gains nothing this way, and a
 * person who enters a stranger's address as their own does not keep the stranger's purchases.
 */
async function separate(tx: CommandTx, customer: Customer): Promise<Customer | undefined> {
  const restored = await restoreEmail(tx, customer);
  if (restored === undefined) return undefined;
  const newcomer = await addCustomer(tx, { email: customer.email, isEmailConfirmed: true });
  if (newcomer === undefined) throw emailInUse();
  return newcomer;
}

/** Whether one of these belongs to the customer now. */
async function areOf(
  tx: CommandTx,
  customer: Customer,
  { sessionId, passwordHash }: CheckedCredentials,
): Promise<boolean> {
  if (passwordHash !== undefined && passwordHash === customer.passwordHash) return true;
  if (sessionId === undefined) return false;
  const session = { id: sessionId, customerId: customer.id, now: tx.clock.now() };
  return (await findSessionCustomer(tx, customer.accountId, session)) !== undefined;
}
