import type { Stripe } from 'stripe';
import type { Context } from '../../../accounts/index.ts';
import { isChargeReference, readIntent } from './read-intent.ts';
import type { Connection } from './client.ts';
import { readSession } from './read-session.ts';
import { intentOf, moneyOf, type SessionMoney } from './session-state.ts';

/** The money of a payment that began: with a session, or as the charge of a saved method. */
export interface PaidMoney {
  /** Absent while the buyer has not paid. */
  readonly intent: Stripe.PaymentIntent | undefined;
  readonly money: SessionMoney;
}

/** Reads a payment by its reference, of either kind; raises what `readSession` does. */
export async function readMoney(ctx: Context, connection: Connection, reference: string): Promise<PaidMoney> {
  if (isChargeReference(reference)) {
    const intent = await readIntent(ctx, connection, reference);
    const { currency, amount_received: charged } = intent;
    return { intent, money: { currency, charged, taxOnTop: 0 } };
  }
  const session = await readSession(ctx, connection, reference);
  return { intent: intentOf(session), money: moneyOf(session) };
}
