import type { Stripe } from 'stripe';
import type { Context } from '../../../accounts/index.ts';
import type { Connection } from './client.ts';
import { StripeError } from './error.ts';
import { ACCOUNT_FIELD } from './session-params.ts';

/**
 * A session with its payment intent, the latest charge and the invoice. Rejects when it is of another account or mode,
 * and with a failure of the kind `Missing` when the account of the key does not have it.
 */
export function readSession(
  ctx: Context,
  connection: Connection,
  reference: string,
): Promise<Stripe.Checkout.Session> {
  return readOwn(ctx, connection, reference, (stripe) =>
    stripe.checkout.sessions.retrieve(reference, {
      expand: ['payment_intent.latest_charge', 'setup_intent.payment_method', 'invoice'],
    }),
  );
}

/** An object of this account and mode; rejects like `readSession`. */
export async function readOwn<
  Item extends { readonly livemode: boolean; readonly metadata: Stripe.Metadata | null },
>(
  { account }: Context,
  { credentials, call }: Connection,
  reference: string,
  read: (stripe: Stripe) => Promise<Item>,
): Promise<Item> {
  const item = await call(read).catch((error: unknown) => {
    throw isMissing(error) ? new StripeError('Missing', error.message) : error;
  });
  const isOurs = item.metadata?.[ACCOUNT_FIELD] === account.id;
  if (!isOurs || item.livemode !== (credentials.mode === 'Live'))
    throw new StripeError('Refused', `the payment ${reference} belongs to another account or mode`);
  return item;
}

/** At most as many line items as a session can have. */
const MAX_ITEMS = 100;

/** The line items of a session with their taxes; none where Stripe does not calculate them, or nothing is paid yet. */
export async function readTaxedItems(
  { call }: Connection,
  { id, status, automatic_tax: { enabled } }: Stripe.Checkout.Session,
): Promise<readonly Stripe.LineItem[]> {
  if (!enabled || status !== 'complete') return [];
  const { data } = await call((stripe) =>
    stripe.checkout.sessions.listLineItems(id, { limit: MAX_ITEMS, expand: ['data.taxes'] }),
  );
  return data;
}

/** For Stripe, objects of the other mode are missing like those of another account; its message mentions the mode. */
function isMissing(error: unknown): error is StripeError {
  if (!(error instanceof StripeError) || error.status !== 404) return false;
  return error.code === 'resource_missing' && !error.message.includes('similar object exists');
}
