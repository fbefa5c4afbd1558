import { transaction } from '../../../platform/context/context.ts';
import { type CommandTx, type Context, mayMail } from '../../accounts/index.ts';
import { type Customer, findCustomerByEmail, lockCustomer, rehashPassword } from '../../customers/index.ts';
import { forgetGuesses, limitGuess } from '../limit-attempts.ts';
import { emailNotConfirmed, invalidCredentials } from '../problems.ts';
import { queueConfirmationMail } from '../mails.ts';
import { signedIn, type SignedIn, startSession } from './start-session.ts';

interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly userAgent?: string | undefined;
}

/**
 * Signs a customer in with email and password (customer API, sign-in).
 *
 * Raises 400 `InvalidCredentials`, with the same response and work for an email that nobody has and for a customer
 * without a password; 429 after several failures of the same email, registered or not; 403 `EmailNotConfirmed`, and
 * mails a new link, when the account requires a confirmed email.
 */
export async function signIn(ctx: Context, input: SignInInput): Promise<SignedIn> {
  const { customer: match, newHash } = await limitGuess(ctx, input.email, () => checkPassword(ctx, input));
  if (ctx.account.settings.requiresConfirmedEmail && !match.isEmailConfirmed) {
    await remindOfConfirmation(ctx, match);
    throw emailNotConfirmed({ detail: 'Open the link that was mailed to you.' });
  }
  const { customer, session } = await transaction(ctx, async (tx) => {
    const current = await unchanged(tx, match);
    if (newHash !== undefined) await rehashPassword(tx, current, newHash);
    await forgetGuesses(ctx, tx, ctx.account, input.email);
    const { userAgent } = input;
    return {
      customer: current,
      session: await startSession(tx, { customerId: match.id, userAgent }),
    };
  });
  return signedIn(ctx, customer, session);
}

/** Finds the customer with this email and password; raises 400 after the same work in every case. */
async function checkPassword(
  ctx: Context,
  { email, password }: SignInInput,
): Promise<{ customer: Customer; newHash: string | undefined }> {
  const customer = await findCustomerByEmail(ctx, email);
  const hash = customer?.passwordHash ?? undefined;
  const { matches, needsRehash } = await (hash === undefined
    ? ctx.passwords.verifyAgainstNothing(password)
    : ctx.passwords.verify(password, hash));
  if (customer === undefined || !matches) throw invalidCredentials();
  return { customer, newHash: needsRehash ? await ctx.passwords.hash(password) : undefined };
}

/** The password may have been changed, and all sessions ended, while its hash was computed. */
async function unchanged(tx: CommandTx, match: Customer): Promise<Customer> {
  const current = await lockCustomer(tx, match.id);
  if (current === undefined || current.passwordHash !== match.passwordHash) throw invalidCredentials();
  return current;
}

async function remindOfConfirmation(ctx: Context, customer: Customer): Promise<void> {
  await forgetGuesses(ctx, ctx.database, ctx.account, customer.email);
  if (!(await mayMail(ctx, 'confirm-account', customer.emailKey))) return;
  await transaction(ctx, (tx) =>
    queueConfirmationMail(tx, customer, { purpose: 'ConfirmAccount', limit: 'None' }),
  );
}
