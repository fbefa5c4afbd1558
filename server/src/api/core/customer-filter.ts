import type { Context } from '../../modules/accounts/index.ts';
import { findCustomerByEmail } from '../../modules/customers/index.ts';

/** An id that no customer has, for a filter that matches nothing. */
export const NOBODY = '';

/**
 * The customer that a list's filter names, by id, by email address, or by both: then both must be the same customer, or
 * it is `NOBODY`. `undefined` without a filter.
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
