import type { Stripe } from 'stripe';
import type { Context } from '../../../accounts/index.ts';
import type { ChargeStart, MethodPort, StartAnswer } from '../../provider.ts';
import { isCharged, toProvider } from './amounts.ts';
import { failureOf } from './charge-advice.ts';
import { type Connection, connectionOf, withNextKey } from './client.ts';
import { StripeError } from './error.ts';
import { readIntent } from './read-intent.ts';
import { idOf, labelOf } from './saved-method.ts';
import { ACCOUNT_FIELD, CHARGE_FIELD, PAYMENT_FIELD } from './session-params.ts';

/** How far the clocks of both sides may differ. */
const CLOCKS_MS = 5 * 60_000;
const PAGE = 100;
const MOST_INTENTS = 1_000;
const MAX_DESCRIPTION = 250;

/** Charges of saved methods: a payment is a payment intent, confirmed without a session. */
export const stripeMethods: MethodPort = {
  async charge(ctx, charge) {
    const params = intentParams(ctx, charge);
    if (params === undefined)
      return refusal(`This amount cannot be charged in ${charge.currency}. Nothing was charged.`);
    const connection = await connectionOf(ctx);
    const find = () => findIntent(ctx, connection, charge);
    try {
      return started(await createIntent(connection, charge.idempotencyKey, params, find));
    } catch (error) {
      if (!(error instanceof StripeError) || error.kind !== 'Refused') throw error;
      // A decline names the intent. Any other refusal makes none, but an earlier try may have.
      const reference = error.intentId ?? (await find());
      return reference === undefined ? refusalOf(ctx, charge, error) : started(reference);
    }
  },
  async probe(ctx) {
    const { call } = await connectionOf(ctx);
    await call((stripe) => stripe.paymentIntents.list({ limit: 1 }));
  },
  findCharge: async (ctx, charge) => findIntent(ctx, await connectionOf(ctx), charge),
  find: findMethod,
  async remove(ctx, { reference }) {
    const { call } = await connectionOf(ctx);
    try {
      await call((stripe) => stripe.paymentMethods.detach(reference));
    } catch (error) {
      // It is gone, or no longer belongs to a customer.
      if (!(error instanceof StripeError) || error.kind !== 'Refused') throw error;
    }
  },
};

async function findMethod(
  ctx: Context,
  { reference, customerReference: customer }: Parameters<MethodPort['find']>[1],
): ReturnType<MethodPort['find']> {
  const { call } = await connectionOf(ctx);
  try {
    const method = await call((stripe) => stripe.paymentMethods.retrieve(reference));
    const customerReference = idOf(method.customer);
    // Without a customer, it can be charged only once.
    if (customerReference === undefined || (customer ?? customerReference) !== customerReference)
      return undefined;
    return { reference, customerReference, label: labelOf(method) };
  } catch (error) {
    if (!(error instanceof StripeError) || error.kind !== 'Refused') throw error;
    return undefined;
  }
}

async function createIntent(
  { call }: Connection,
  idempotencyKey: string,
  params: Stripe.PaymentIntentCreateParams,
  find: () => Promise<string | undefined>,
): Promise<string> {
  return withNextKey(
    async (number) =>
      (
        await call((stripe) =>
          stripe.paymentIntents.create(params, { idempotencyKey: `${idempotencyKey}-${number}` }),
        )
      ).id,
    find,
  );
}

/**
 * The payment intent that an earlier try has created, whatever became of it. The list is complete at any time, unlike
 * Stripe's search, and longer than Stripe keeps the results of keys.
 */
async function findIntent(
  { account }: Context,
  { call }: Connection,
  { paymentId, openedAt, method: { customerReference: customer } }: ChargeStart,
): Promise<string | undefined> {
  const gte = Math.floor((openedAt.getTime() - CLOCKS_MS) / 1_000);
  const intents = await call((stripe) =>
    stripe.paymentIntents
      .list({ ...(customer !== null && { customer }), created: { gte }, limit: PAGE })
      .autoPagingToArray({ limit: MOST_INTENTS }),
  );
  return intents.find(
    ({ metadata }) => metadata[ACCOUNT_FIELD] === account.id && metadata[PAYMENT_FIELD] === paymentId,
  )?.id;
}

/** The same for every try of a charge; `undefined` when Stripe cannot charge the amount exactly. */
function intentParams(
  { account }: Context,
  { paymentId, amountMinor, currency, items, method, returnUrl }: ChargeStart,
): Stripe.PaymentIntentCreateParams | undefined {
  const amount = isCharged(currency) ? toProvider(amountMinor, currency) : undefined;
  if (amount === undefined) return undefined;
  const description = items.map(({ title }) => title).join(', ');
  return {
    amount,
    currency: currency.toLowerCase(),
    ...(method.customerReference !== null && { customer: method.customerReference }),
    payment_method: method.reference,
    off_session: true,
    confirm: true,
    automatic_payment_methods: { enabled: true },
    return_url: returnUrl,
    description: description.slice(0, MAX_DESCRIPTION).toWellFormed(),
    metadata: { [ACCOUNT_FIELD]: account.id, [PAYMENT_FIELD]: paymentId, [CHARGE_FIELD]: 'off_session' },
  };
}

function started(reference: string): StartAnswer {
  return { kind: 'Started', reference, continuation: null, expiresAt: null };
}

function refusal(reason: string): StartAnswer {
  return { kind: 'Refused', reason, advice: 'TryAgain', isShopFault: true };
}

/**
 * Stripe made no payment: the method cannot be charged, or the vendor has to change something, which the log says. Some
 * refusals of a method have no code: it is the buyer's to change if it is gone, or is no longer that customer's. One that is
 * there may be refused to everybody, such as after the vendor has switched its kind off.
 */
async function refusalOf(
  ctx: Context,
  { paymentId, method }: ChargeStart,
  error: StripeError,
): Promise<StartAnswer> {
  const isOfMethod = error.code === undefined && namesMethod(error);
  if (isOfMethod && (await findMethod(ctx, method)) === undefined) return UNUSABLE;
  const { reason, advice } = failureOf({ ...(error.code !== undefined && { code: error.code }) });
  const isShopFault = advice === 'TryAgain';
  if (isShopFault)
    ctx.log.error({ err: error, paymentId }, 'a payment provider refuses to charge a saved payment method');
  return { kind: 'Refused', reason, advice, isShopFault };
}

const UNUSABLE: StartAnswer = {
  kind: 'Refused',
  reason: 'The saved payment method can no longer be charged. Nothing was charged.',
  advice: 'BuyerNeeded',
};

/** Whether a refusal is about the method, or the customer that it belongs to. */
function namesMethod({ param, message }: StripeError): boolean {
  return param === 'payment_method' || param === 'customer' || /\bPaymentMethod\b/.test(message);
}

/** Cancels the payment intent; one that has ended, or that a bank works on, stays unchanged. */
export async function cancelIntent(ctx: Context, connection: Connection, reference: string): Promise<void> {
  const key = `cancel-${reference}-${ctx.ids.guid()}`;
  try {
    await withNextKey((number) =>
      connection.call((stripe) =>
        stripe.paymentIntents.cancel(reference, {}, { idempotencyKey: `${key}-${number}` }),
      ),
    );
  } catch (error) {
    if (!(error instanceof StripeError) || error.kind !== 'Refused') throw error;
    const { status } = await readIntent(ctx, connection, reference);
    if (!['succeeded', 'canceled', 'processing'].includes(status))
      throw new StripeError('Unavailable', error.message);
  }
}
