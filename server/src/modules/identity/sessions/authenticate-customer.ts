import type { Context } from '../../accounts/index.ts';
import type { Customer } from '../../customers/index.ts';
import { verifyAccessToken } from './access-tokens.ts';
import { findSessionCustomer } from './store-sessions.ts';

/** A signed-in customer, and the session. */
interface SignedInCustomer {
  readonly customer: Customer;
  readonly sessionId: string;
}

/**
 * The customer whom an access token signs in now. `undefined` when the token is not the account's own, has expired, or
 * its session or customer no longer exists: a revoked session ends with the next request, not with its last token.
 */
export async function authenticateCustomer(
  ctx: Context,
  accessToken: string,
): Promise<SignedInCustomer | undefined> {
  const claims = await verifyAccessToken(ctx, accessToken);
  if (claims === undefined) return undefined;
  const { customerId, sessionId } = claims;
  const session = { id: sessionId, customerId, now: ctx.clock.now() };
  const customer = await findSessionCustomer(ctx.database.reader, ctx.account.id, session);
  return customer && { customer, sessionId };
}
