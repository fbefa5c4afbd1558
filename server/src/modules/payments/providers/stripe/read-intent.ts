import type { Stripe } from 'stripe';
import type { Context } from '../../../accounts/index.ts';
import type { Connection } from './client.ts';
import { readOwn } from './read-session.ts';

/** Whether a reference is that of a charge without a buyer, a payment intent; others are sessions. */
export function isChargeReference(reference: string): boolean {
  return reference.startsWith('pi_');
}

/** A payment intent with its latest charge; raises what `readSession` does. */
export function readIntent(
  ctx: Context,
  connection: Connection,
  reference: string,
): Promise<Stripe.PaymentIntent> {
  return readOwn(ctx, connection, reference, (stripe) =>
    stripe.paymentIntents.retrieve(reference, { expand: ['latest_charge'] }),
  );
}
