import type { Stripe } from 'stripe';
import { invalidRequest, missing } from './errors.ts';
import type { Deliveries } from './deliveries.ts';
import { disputeObject } from './dispute-object.ts';
import { methodObject, setupObject } from './method-object.ts';
import { declineOf } from './off-session.ts';
import { chargeObject, intentObject, refundObject, warningObject } from './payment-objects.ts';
import type { StandInState } from './state.ts';

/** The cards of the provider's test mode. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  secondStep: '4000002500003155',
  /** They can be saved; later charges without the buyer are declined. */
  confirmsEach: '4000002760003184',
  hasNoMoney: '4000000000009995',
  isLost: '4000000000009987',
  isExpired: '4000000000000069',
} as const;

/** A payment method: a card, or a bank that takes days. */
export type Attempt = 'Paid' | 'Declined' | 'SecondStep' | 'Processing';

/** The actions of people and banks at the provider. Everything is reported. */
export class Money {
  readonly #state: StandInState;
  readonly #deliveries: Deliveries;

  constructor(state: StandInState, deliveries: Deliveries) {
    this.#state = state;
    this.#deliveries = deliveries;
  }

  /** Pays an open session with a card; `received` is what the bank pays, if that is another amount. */
  payByCard(sessionId: string, card: string, received?: number): Attempt {
    const session = this.#open(sessionId);
    if (session.mode === 'setup') return this.#setUp(session, card);
    const intent = this.#intentOf(session);
    if (card === CARDS.declined) {
      const error = {
        type: 'card_error',
        code: 'card_declined',
        message: 'Your card was declined.',
      } as const;
      this.#state.intents.put({ ...intent, last_payment_error: error });
      return 'Declined';
    }
    if (card === CARDS.secondStep) {
      this.#state.intents.put({ ...intent, status: 'requires_action' });
      return 'SecondStep';
    }
    this.#succeed(session, this.#withMethod(session, intent, card), {
      method: 'card',
      country: 'AT',
      received,
    });
    return 'Paid';
  }

  /** The buyer confirms at the bank, or does not. */
  endSecondStep(sessionId: string, isConfirmed: boolean): Attempt {
    const session = this.#open(sessionId);
    const intent = this.#intentOf(session);
    if (isConfirmed) {
      this.#succeed(session, intent, { method: 'card', country: 'AT' });
      return 'Paid';
    }
    this.#state.intents.put({ ...intent, status: 'requires_payment_method' });
    return 'Declined';
  }

  /** A direct debit: the buyer is done, the bank is not. */
  payByBank(sessionId: string): Attempt {
    const session = this.#open(sessionId);
    this.#state.intents.put({ ...this.#intentOf(session), status: 'processing' });
    const complete = this.#complete(session.id, 'unpaid');
    this.#deliveries.report('checkout.session.completed', complete);
    return 'Processing';
  }

  /** The bank of a direct debit pays, or does not. */
  endBank(sessionId: string, isPaid: boolean): void {
    const session = this.#session(sessionId);
    const intent = this.#intentOf(session);
    if (isPaid) {
      this.#charge(intent, { method: 'sepa_debit', country: 'DE' });
      const paid = this.#state.sessions.put({ ...session, payment_status: 'paid' });
      this.#deliveries.report('checkout.session.async_payment_succeeded', paid);
      return;
    }
    this.#state.intents.put({ ...intent, status: 'requires_payment_method' });
    this.#deliveries.report('checkout.session.async_payment_failed', session);
  }

  expire(sessionId: string): Stripe.Checkout.Session {
    const session = this.#session(sessionId);
    if (session.status !== 'open')
      throw invalidRequest('Only Checkout Sessions with a status in ["open"] can be expired.', {
        code: 'resource_invalid_state',
      });
    const expired = this.#state.sessions.put({ ...session, status: 'expired', url: null });
    this.#deliveries.report('checkout.session.expired', expired);
    return expired;
  }

  /** Charges a saved card without the buyer: paid, or declined as the bank does. */
  chargeSaved(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    this.#state.intents.put(intent);
    const methodId = typeof intent.payment_method === 'string' ? intent.payment_method : '';
    const decline = declineOf(this.#state.cardNumbers.get(methodId));
    if (decline === undefined) this.#charge(intent, { method: 'card', country: 'AT' });
    else this.#state.intents.put({ ...intent, last_payment_error: { type: 'card_error', ...decline } });
    const ended = this.#state.intents.get(intent.id) ?? intent;
    this.#deliveries.report(
      decline === undefined ? 'payment_intent.succeeded' : 'payment_intent.payment_failed',
      ended,
    );
    return ended;
  }

  cancelIntent(intentId: string): Stripe.PaymentIntent {
    const intent = this.#state.intents.get(intentId);
    if (intent === undefined) throw missing('payment_intent', intentId);
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw invalidRequest(
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        {
          code: 'payment_intent_unexpected_state',
        },
      );
    const cancelled = this.#state.intents.put({ ...intent, status: 'canceled' });
    this.#deliveries.report('payment_intent.canceled', cancelled);
    return cancelled;
  }

  refund(
    intentId: string,
    amount?: number,
    metadata: Stripe.Metadata = {},
    status: 'succeeded' | 'pending' = 'succeeded',
  ): Stripe.Refund {
    const charge = this.chargeOfIntent(intentId);
    const rest = charge.amount - charge.amount_refunded;
    const sum = amount ?? rest;
    if (rest === 0)
      throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      });
    if (sum > rest)
      throw invalidRequest('Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
    const stamp = { id: this.#state.id('re'), created: this.#state.seconds() };
    const object = refundObject(stamp, charge, { amount: sum, metadata });
    const result = this.#state.refunds.put({ ...object, status });
    const total = charge.amount_refunded + sum;
    const changed = this.#state.charges.put({
      ...charge,
      amount_refunded: total,
      refunded: total === charge.amount,
    });
    this.#deliveries.report('refund.created', result);
    this.#deliveries.report('charge.refunded', changed);
    return result;
  }

  /** The bank of the buyer takes a pending refund, or does not: then the money is back at the vendor. */
  endRefund(refundId: string, isTaken: boolean): void {
    const pending = this.#state.refunds.get(refundId);
    if (pending === undefined) throw missing('refund', refundId);
    const status = isTaken ? 'succeeded' : 'failed';
    const ended = this.#state.refunds.put({ ...pending, status });
    if (!isTaken) {
      const { payment_intent: intent } = pending;
      const charge = this.chargeOfIntent(typeof intent === 'string' ? intent : '');
      const total = charge.amount_refunded - pending.amount;
      this.#state.charges.put({ ...charge, amount_refunded: total, refunded: false });
      this.#deliveries.report('refund.failed', ended);
    }
    this.#deliveries.report('refund.updated', ended);
  }

  dispute(intentId: string, status: Stripe.Dispute.Status = 'needs_response'): Stripe.Dispute {
    const charge = this.chargeOfIntent(intentId);
    const object = disputeObject(this.#state.id('du'), this.#state.seconds(), charge, status);
    const dispute = this.#state.disputes.put(object);
    this.#state.charges.put({ ...charge, disputed: true });
    this.#deliveries.report('charge.dispute.created', dispute);
    if (!status.startsWith('warning_')) this.#deliveries.report('charge.dispute.funds_withdrawn', dispute);
    return dispute;
  }

  decide(disputeId: string, status: Stripe.Dispute.Status): void {
    const dispute = this.#changeDispute(disputeId, status);
    this.#deliveries.report('charge.dispute.closed', dispute);
    if (status === 'won') this.#deliveries.report('charge.dispute.funds_reinstated', dispute);
  }

  /** A dispute goes on: an inquiry takes money back, or evidence was handed in. */
  changeDispute(disputeId: string, status: Stripe.Dispute.Status): void {
    this.#deliveries.report('charge.dispute.updated', this.#changeDispute(disputeId, status));
  }

  warn(intentId: string): Stripe.Radar.EarlyFraudWarning {
    const charge = this.chargeOfIntent(intentId);
    const stamp = { id: this.#state.id('issfr'), created: this.#state.seconds(), livemode: charge.livemode };
    const warning = this.#state.warnings.put(warningObject(stamp, charge));
    this.#deliveries.report('radar.early_fraud_warning.created', warning);
    return warning;
  }

  chargeOfIntent(intentId: string): Stripe.Charge {
    const [charge] = this.#state.charges.list(({ payment_intent }) => payment_intent === intentId);
    if (charge === undefined) throw missing('payment_intent', intentId);
    return charge;
  }

  #changeDispute(id: string, status: Stripe.Dispute.Status): Stripe.Dispute {
    const dispute = this.#state.disputes.get(id);
    if (dispute === undefined) throw missing('dispute', id);
    return this.#state.disputes.put({ ...dispute, status });
  }

  #session(id: string): Stripe.Checkout.Session {
    const session = this.#state.sessions.get(id);
    if (session === undefined) throw missing('checkout.session', id);
    return session;
  }

  #open(id: string): Stripe.Checkout.Session {
    const session = this.#session(id);
    if (session.status !== 'open' || session.expires_at <= this.#state.seconds())
      throw invalidRequest('This Checkout Session is no longer active.', { code: 'resource_invalid_state' });
    return session;
  }

  #intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent {
    const id = session.payment_intent;
    const result = typeof id === 'string' ? this.#state.intents.get(id) : undefined;
    if (result !== undefined) return result;
    const { livemode, amount_total: amount, currency, metadata } = session;
    const intent = this.#state.intents.put(
      intentObject(
        { id: this.#state.id('pi'), created: this.#state.seconds(), livemode },
        { amount: amount ?? 0, currency: currency ?? '', metadata: metadata ?? {} },
      ),
    );
    this.#state.sessions.put({ ...session, payment_intent: intent.id });
    return intent;
  }

  /** Saves a card without a payment. */
  #setUp(session: Stripe.Checkout.Session, card: string): Attempt {
    if (card === CARDS.declined) return 'Declined';
    const { livemode } = session;
    const customer = typeof session.customer === 'string' ? session.customer : null;
    const created = this.#state.seconds();
    const method = this.#state.methods.put(
      methodObject({ id: this.#state.id('pm'), created, livemode }, customer, card),
    );
    this.#state.cardNumbers.set(method.id, card);
    const setup = this.#state.setups.put(
      setupObject({ id: this.#state.id('seti'), created, livemode }, customer, method.id),
    );
    this.#state.sessions.put({ ...session, setup_intent: setup.id });
    this.#deliveries.report('checkout.session.completed', this.#complete(session.id, 'no_payment_required'));
    return 'Paid';
  }

  /** The intent with its method, which belongs to the customer of the session if that saves it. */
  #withMethod(
    { id, customer: customerId }: Stripe.Checkout.Session,
    intent: Stripe.PaymentIntent,
    card: string,
  ): Stripe.PaymentIntent {
    const customer = typeof customerId === 'string' ? customerId : null;
    const saves = this.#state.savingSessions.has(id);
    const { livemode } = intent;
    const stamp = { id: this.#state.id('pm'), created: this.#state.seconds(), livemode };
    const method = this.#state.methods.put(methodObject(stamp, saves ? customer : null, card));
    this.#state.cardNumbers.set(method.id, card);
    return {
      ...intent,
      customer,
      payment_method: method.id,
      setup_future_usage: saves ? 'off_session' : null,
    };
  }

  #succeed(
    { id }: Stripe.Checkout.Session,
    intent: Stripe.PaymentIntent,
    how: { readonly method: string; readonly country: string; readonly received?: number | undefined },
  ): void {
    this.#charge(intent, how);
    this.#deliveries.report('checkout.session.completed', this.#complete(id, 'paid'));
  }

  #charge(
    intent: Stripe.PaymentIntent,
    {
      received = intent.amount,
      ...how
    }: { readonly method: string; readonly country: string; readonly received?: number | undefined },
  ): void {
    const stamp = { id: this.#state.id('ch'), created: this.#state.seconds(), livemode: intent.livemode };
    const charge = this.#state.charges.put(chargeObject(stamp, { ...intent, amount: received }, how));
    this.#state.intents.put({
      ...intent,
      status: 'succeeded',
      amount_received: received,
      latest_charge: charge.id,
    });
  }

  #complete(id: string, status: Stripe.Checkout.Session.PaymentStatus): Stripe.Checkout.Session {
    const session = this.#session(id);
    const address = { city: null, country: 'AT', line1: null, line2: null, postal_code: null, state: null };
    return this.#state.sessions.put({
      ...session,
      status: 'complete',
      payment_status: status,
      url: null,
      customer_details: {
        address,
        business_name: null,
        email: session.customer_email,
        individual_name: null,
        name: null,
        phone: null,
        tax_exempt: 'none',
        tax_ids: null,
      },
    });
  }
}
