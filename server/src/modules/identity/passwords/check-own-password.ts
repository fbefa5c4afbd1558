import type { Context } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';
import { forgetGuesses, limitGuess } from '../limit-attempts.ts';
import { invalidCredentials } from '../problems.ts';

/**
 * Checks the password with which a signed-in customer confirms an irreversible action, before any lock. Raises 400
 * `InvalidCredentials` when it is wrong, or when the customer has none, and 429 after several wrong ones.
 */
export async function checkOwnPassword(ctx: Context, customer: Customer, password: string): Promise<void> {
  const { passwordHash } = customer;
  await limitGuess(ctx, customer.email, async () => {
    if (passwordHash !== null && (await ctx.passwords.verify(password, passwordHash)).matches) return;
    throw invalidCredentials({ detail: 'The password is wrong.' });
  });
  await forgetGuesses(ctx, ctx.database, ctx.account, customer.email);
}
