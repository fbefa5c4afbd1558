import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import type { Context } from '../accounts/index.ts';
import { type Customer, findCustomer } from '../customers/index.ts';
import { findViewByToken } from './store.ts';
import { type CustomerView, viewOf } from './view.ts';

/** It has no dots, as an access token has: servers of earlier releases refuse it. */
const TOKEN_FORM = /^view_[\w-]{43}$/;

/** Whether a bearer token is that of a view, and not of a customer. */
export function isViewToken(token: string): boolean {
  return TOKEN_FORM.test(token);
}

/**
 * The customer whose account a view shows now; `undefined` when the token is unknown or of another account, its half hour is
 * over, or its viewer may look no longer. It queries the database each time, so that an end takes effect at once.
 */
export async function authenticateView(
  ctx: Context,
  token: string,
): Promise<{ readonly customer: Customer; readonly view: CustomerView } | undefined> {
  const claim = { tokenHash: hashSecret(token), now: ctx.clock.now() };
  const row = await findViewByToken(ctx.database.reader, ctx.account.id, claim);
  if (row === undefined) return undefined;
  const [customer, view] = await Promise.all([findCustomer(ctx, row.customerId), viewOf(ctx, row)]);
  return customer === undefined || customer.isDeleted || view === undefined ? undefined : { customer, view };
}
