import type { Stripe } from 'stripe';
import { Type } from '../../../../kernel/schema.ts';
import type { Context } from '../../../accounts/index.ts';
import { readConnection } from '../../connections/credentials.ts';
import type { Continuation, PaymentProvider, PaymentStart, StartAnswer } from '../../provider.ts';
import type { ProviderSettings } from '../../connections/provider-connection.ts';
import { isCharged, maximumMinor, minimumMinor, stepMinor } from './amounts.ts';
import { cancelIntent, stripeMethods } from './charge-method.ts';
import { type Connection, connectionOf, STRIPE, withNextKey } from './client.ts';
import { stripeConnection } from './connection.ts';
import { eraseCustomers, withCustomer } from './customers.ts';
import { embeddedForm } from './embedded-form.ts';
import { eventsBetween, eventsIn } from './events.ts';
import { StripeError } from './error.ts';
import { stateOfIntent } from './intent-state.ts';
import { isChargeReference, readIntent } from './read-intent.ts';
import { readSession, readTaxedItems } from './read-session.ts';
import { fetchReversals, refund } from './reversals.ts';
import { expiryOf, isEmbedded, isInTime, sessionParams, taxMode, withTaxMode } from './session-params.ts';
import { stateOfSession } from './session-state.ts';

/** The checkout page's input. */
export const stripeInput = {
  embedded: Type.Optional(
    Type.Boolean({
      description: 'The form of the provider is to be a part of the page, where that is possible.',
    }),
  ),
};

/** A payment without an event is polled after this time. */
const SILENCE_MS = 2 * 60_000;

const TOO_LATE = 'The payment could not be started in time. Nothing was charged. Please try again.';

/**
 * Stripe, with Checkout Sessions: a payment is a session, which Stripe's own page shows; a charge of a saved method is
 * a payment intent.
 */
export const stripe: PaymentProvider = {
  name: STRIPE,
  connection: stripeConnection,
  async capabilities(ctx) {
    const connection = await readConnection(ctx, STRIPE);
    const settings = withTaxMode(ctx.account, connection?.settings ?? {});
    const { connectionId } = settings;
    const isManaged = settings['managedPayments'] === true;
    return {
      merchantOfRecord: isManaged,
      invoices: isManaged ? 'Provider' : 'Latchkey',
      taxes: isManaged || taxMode(settings) !== undefined ? 'Provider' : 'Latchkey',
      // Without a session, Stripe calculates no taxes, and as merchant of record it charges nothing.
      savesMethods: !isManaged && taxMode(settings) === undefined,
      embedded: embeddedForm(ctx, settings),
      connectionId: typeof connectionId === 'string' ? connectionId : undefined,
      isTest: connection?.mode === 'Test',
      silenceMs: SILENCE_MS,
      minimumMinor,
      maximumMinor,
      stepMinor,
    };
  },
  isReady: async (ctx) => (await readConnection(ctx, STRIPE)) !== undefined,
  start,
  savedMethods: stripeMethods,
  async fetch(ctx, reference) {
    const connection = await connectionOf(ctx);
    if (isChargeReference(reference)) return stateOfIntent(await readIntent(ctx, connection, reference));
    const session = await readSession(ctx, connection, reference);
    return stateOfSession(session, await readTaxedItems(connection, session));
  },
  cancel,
  verifyEvent: eventsIn,
  eventsBetween,
  refund,
  fetchReversals,
  eraseBuyer: eraseCustomers,
};

async function start(ctx: Context, payment: PaymentStart): Promise<StartAnswer> {
  if (!isCharged(payment.currency)) return refusal(`Payments in ${payment.currency} are not possible here.`);
  if (!isInTime(payment, ctx.clock.now())) return refusal(TOO_LATE);
  const connection = await connectionOf(ctx);
  const { settings } = connection.credentials;
  const params = sessionParams(payment, ctx.account, settings);
  if (params === undefined)
    return refusal(`This amount cannot be paid in ${payment.currency}. Please choose another currency.`);
  try {
    const session = await createSession(connection, payment, await withCustomer(connection, payment, params));
    const continuation = continuationOf(session, payment, settings);
    return { kind: 'Started', reference: session.id, continuation, expiresAt: expiryOf(payment) };
  } catch (error) {
    const reason = error instanceof StripeError ? REASONS[error.code ?? ''] : undefined;
    if (reason === undefined) throw error;
    return refusal(reason);
  }
}

/** Refusals that the buyer can resolve. Others concern the vendor: they are logged. */
const REASONS: Readonly<Record<string, string>> = {
  amount_too_small: 'This amount is too small to be charged. Nothing was charged.',
  amount_too_large: 'This amount is too large to be charged at once. Nothing was charged.',
  tax_id_invalid: 'The tax ID is not valid. Correct it or leave it out. Nothing was charged.',
  customer_tax_location_invalid: 'The billing address is not complete or not valid. Nothing was charged.',
  email_invalid: 'The email address is not valid. Nothing was charged.',
};

function refusal(reason: string): StartAnswer {
  return { kind: 'Refused', reason };
}

/** A session that a first try may have created is unknown to everybody, and expires. */
function createSession(
  { call }: Connection,
  { idempotencyKey }: PaymentStart,
  params: Stripe.Checkout.SessionCreateParams,
): Promise<Stripe.Checkout.Session> {
  // A later try may find another customer of the same buyer: with the key of the first, Stripe would refuse it.
  const key = [idempotencyKey, params.customer].filter((part) => part !== undefined).join('-');
  return withNextKey((number) =>
    call((library) => library.checkout.sessions.create(params, { idempotencyKey: `${key}-${number}` })),
  );
}

function continuationOf(
  { url, client_secret: clientSecret }: Stripe.Checkout.Session,
  { visit }: PaymentStart,
  settings: ProviderSettings,
): Continuation {
  const { publishableKey } = settings;
  if (isEmbedded(visit, settings) && clientSecret !== null && typeof publishableKey === 'string')
    return { kind: 'Embedded', parameters: { clientSecret, publishableKey } };
  if (url === null) throw new StripeError('Unavailable', 'Stripe began a session without a page');
  return { kind: 'Redirect', url };
}

/** Expires the session, or cancels a charge. One that has ended stays unchanged. */
async function cancel(ctx: Context, reference: string): Promise<void> {
  const connection = await connectionOf(ctx);
  if (isChargeReference(reference)) return cancelIntent(ctx, connection, reference);
  // A session can only expire once, and a failure stored under a key must not last: each call has its own key.
  const key = `cancel-${reference}-${ctx.ids.guid()}`;
  try {
    await withNextKey((number) =>
      connection.call((library) =>
        library.checkout.sessions.expire(reference, {}, { idempotencyKey: `${key}-${number}` }),
      ),
    );
  } catch (error) {
    const isRefused = error instanceof StripeError && error.kind === 'Refused';
    if (!isRefused) throw error;
    const { status } = await readSession(ctx, connection, reference);
    // The person may be about to pay: this is temporary.
    if (status === 'open') throw new StripeError('Unavailable', error.message);
  }
}
