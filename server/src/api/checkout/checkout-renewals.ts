import { toDecimal } from '../../kernel/money.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { Context } from '../../modules/accounts/index.ts';
import { type CheckoutView, recurringTerms } from '../../modules/orders/index.ts';
import type { LineRenewal, QuotedLine } from '../../modules/pricing/index.ts';
import { firstChargeAt, getSubscription, subscriptionsOfOrder } from '../../modules/subscriptions/index.ts';

/** What a line costs later. */
export const CheckoutRenewal = Type.Object(
  {
    nextPaymentAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When it is paid for next: for a cart, if it were bought now. Absent once nothing is to come.',
      }),
    ),
    freeDays: Type.Optional(
      Type.Integer({ description: 'It is free for as many days, and is paid for at their end.' }),
    ),
    ownAfterPayments: Type.Optional(
      Type.Integer({
        description: 'After as many payments, nothing more is charged, and the licenses never end.',
      }),
    ),
    keepAfterPayments: Type.Optional(
      Type.Integer({
        description:
          'After as many payments in a row, the licenses keep the versions that were published when these began, when the subscription ends.',
      }),
    ),
    prices: Type.Array(
      Type.Object({
        payment: Type.Integer({ description: 'The number of the first payment of this price, from 1.' }),
        subtotal: Type.Number(),
        taxes: Type.Number(),
        due: Type.Number(),
      }),
      { description: 'The amount of the next payment, and each one that follows it later.' },
    ),
  },
  { title: 'CheckoutRenewal' },
);

/** What a buyer agrees to who buys something that is paid for again and again. */
export const CheckoutSubscription = Type.Object(
  {
    consent: Type.Object(
      { wording: Type.String(), en: Type.String(), de: Type.String() },
      {
        description:
          'The sentence that the buyer agrees to, by language. The payment sends its version as `recurringConsent`.',
      },
    ),
    subscribed: Type.Array(Type.String(), {
      description:
        'The names of the products that the signed-in customer subscribes to already: the payment confirms another subscription with `anotherSubscription`.',
    }),
  },
  { title: 'CheckoutSubscription' },
);

/** The terms of the recurring lines of an order that can be paid. */
export async function checkoutSubscription(
  ctx: Context,
  view: CheckoutView,
): Promise<{ readonly subscription?: Static<typeof CheckoutSubscription> }> {
  const terms = view.order.status === 'Open' ? await recurringTerms(ctx, view) : undefined;
  if (terms === undefined) return {};
  const { wording, texts } = terms.consent;
  return { subscription: { consent: { wording, ...texts }, subscribed: [...terms.subscribed] } };
}

/** When each line of an order is paid for next, by its id. */
export type NextPayments = (line: QuotedLine) => { readonly nextPaymentAt?: string };

/** For a cart, if it were bought now; for a completed order, as its subscriptions say. */
export async function nextPayments(ctx: Context, { order, quote }: CheckoutView): Promise<NextPayments> {
  const isRecurring = quote.lines.some(({ renewal }) => renewal !== undefined);
  if (!isRecurring) return () => ({});
  if (order.status === 'Completed') {
    const subscriptions = await subscriptionsOfOrder(ctx, order.id);
    return ({ id }) => {
      const own = subscriptions.find(({ lineId }) => lineId === id);
      const isToCome = own?.status === 'Active' && own.endedAt === null;
      return isToCome ? { nextPaymentAt: own.paidUntil.toISOString() } : {};
    };
  }
  const changed = order.origin === 'PlanChange' ? order.subscriptionId : null;
  const { cycleLength, paidUntil } = changed === null ? {} : await getSubscription(ctx, changed);
  return ({ renewal }) => {
    if (renewal === undefined) return {};
    // Another cycle begins with the change; the same one goes on.
    const isSameCycle = paidUntil !== undefined && renewal.cycle === cycleLength;
    const nextPaymentAt = isSameCycle ? paidUntil : firstChargeAt(ctx, renewal);
    return { nextPaymentAt: nextPaymentAt.toISOString() };
  };
}

/** The wire form of the later payments of a line. */
export function renewalBody(
  { freeDays, ownAfterCycles, fallbackAfterCycles, prices }: LineRenewal,
  currency: string,
): Omit<Static<typeof CheckoutRenewal>, 'nextPaymentAt'> {
  const amount = (amountMinor: number): number => toDecimal(amountMinor, currency);
  return {
    ...(freeDays !== undefined && { freeDays }),
    ...(ownAfterCycles !== undefined && { ownAfterPayments: ownAfterCycles }),
    ...(fallbackAfterCycles !== undefined && { keepAfterPayments: fallbackAfterCycles }),
    prices: prices.map(({ payment, subtotalMinor, taxesMinor, dueMinor }) => ({
      payment,
      subtotal: amount(subtotalMinor),
      taxes: amount(taxesMinor),
      due: amount(dueMinor),
    })),
  };
}
