import type { System } from '../../platform/system.ts';
import type { Account } from '../accounts/index.ts';
import type { Customer } from '../customers/index.ts';
import { verifyAccessToken } from './access-tokens.ts';
import { findSessionCustomer } from './store-sessions.ts';

/** A customer who is signed in, and by which session. */
export interface SignedInCustomer {
  readonly customer: Customer;
  readonly sessionId: string;
}

/**
 * The customer whom an access token signs in now. `undefined` when the token is not the account's own, has expired,
 * or its session or customer is gone: a revoked session ends with the next request, not with its last token.
 */
export async function authenticateCustomer(
  system: System,
  account: Account,
  accessToken: string,
): Promise<SignedInCustomer | undefined> {
  const claims = await verifyAccessToken(system, account, accessToken);
  if (claims === undefined) return undefined;
  const { customerId, sessionId } = claims;
  const session = { id: sessionId, customerId, now: system.clock.now() };
  const customer = await findSessionCustomer(system.database.reader, account.id, session);
  return customer && { customer, sessionId };
}
