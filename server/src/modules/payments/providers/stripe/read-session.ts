import type { Stripe } from 'stripe';
import type { Context } from '../../../accounts/index.ts';
import type { Connection } from './client.ts';
import { StripeFailure } from './failure.ts';
import { ACCOUNT_FIELD } from './session-params.ts';

/** A session with its payment intent, the latest charge and the invoice. Rejects when it is of another account or mode. */
export async function readSession(
  { account }: Context,
  { credentials, call }: Connection,
  reference: string,
): Promise<Stripe.Checkout.Session> {
  const session = await call((stripe) =>
    stripe.checkout.sessions.retrieve(reference, { expand: ['payment_intent.latest_charge', 'invoice'] }),
  );
  const isOurs = session.metadata?.[ACCOUNT_FIELD] === account.id;
  if (!isOurs || session.livemode !== (credentials.mode === 'Live'))
    throw new StripeFailure('Refused', `the session ${reference} belongs to another account or mode`);
  return session;
}
