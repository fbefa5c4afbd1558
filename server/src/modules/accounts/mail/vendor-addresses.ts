import { readerOf } from '../../../platform/context/context.ts';
import type { QueryContext } from '../context.ts';
import { readOwnerAddresses } from './store-owners.ts';

/** More owners would read the same mail, and nobody of them would feel that it is theirs. */
const MOST_OWNERS = 10;

/**
 * Who reads what the vendor has to handle: `seller.email`, or, without it, the account's owners who have joined, ten at
 * most. Empty: nobody does.
 */
export async function vendorAddresses(ctx: QueryContext): Promise<readonly string[]> {
  const { email } = ctx.account.settings.seller;
  return email === undefined ? readOwnerAddresses(readerOf(ctx), ctx.account.id, MOST_OWNERS) : [email];
}
