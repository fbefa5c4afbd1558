import type { Context } from '../../modules/accounts/index.ts';
import { findCustomerByEmail } from '../../modules/customers/index.ts';

/** The id of no customer: what is asked for belongs to nobody. */
export const NOBODY = '';

/**
 * The customer whom a filter of a list names, by id, by email address, or by both: then it is the same one, or `NOBODY`.
 * `undefined` when it names nobody in particular.
 */
export async function customerOf(
  ctx: Context,
  { id, email }: { readonly id: string | undefined; readonly email: string | undefined },
): Promise<string | undefined> {
  const customerId = id?.toLowerCase();
  if (email === undefined) return customerId;
  const customer = await findCustomerByEmail(ctx, email);
  if (customer === undefined) return NOBODY;
  return customerId === undefined || customerId === customer.id ? customer.id : NOBODY;
}
