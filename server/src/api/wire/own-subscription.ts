import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import type { Catalog } from '../../modules/catalog/index.ts';
import { findMethod, type SavedMethod } from '../../modules/payments/index.ts';
import { payoffOf, plansOf, type Subscription } from '../../modules/subscriptions/index.ts';
import { FallbackBody, fallbackField } from './fallback.ts';
import { MilestoneProgressBody, milestoneProgress } from './milestone-progress.ts';
import { Moment } from './moment.ts';
import { Amount, amountIn, orderTotal, OrderTotalBody } from './order.ts';
import { NextPlanBody, nextPlanField } from './plan-change.ts';
import { type ItemPresenter, pictureFields } from './product.ts';
import { PaymentStateBody } from './subscription-payment.ts';
import { CycleLength, nextPaymentAt, SubscriptionStatusBody } from './subscription.ts';

const contentItem = {
  id: Type.String(),
  name: Type.String(),
  tagline: Type.String(),
  ...pictureFields,
};

/** A subscription of the inventory (extended API, section C). */
export const OwnSubscription = Type.Object(
  {
    id: Type.String(),
    status: SubscriptionStatusBody,
    hasPaymentMethod: Type.Boolean(),
    cancellable: Type.Boolean(),
    expiresAt: Moment,
    paidUntil: Type.String({
      format: 'date-time',
      description: 'The end of the last period with access: cancelled, it works until then.',
    }),
    renewedAt: Type.Union([Moment, Type.Null()]),
    nextPaymentScheduledAt: Type.Union([Moment, Type.Null()]),
    startedAt: Moment,
    total: OrderTotalBody,
    cycleLength: CycleLength,
    variation: Type.Object(
      { id: Type.String(), name: Type.String() },
      { title: 'SubscribedVariation', description: 'The plan.' },
    ),
    payment: Type.Object(
      {
        state: PaymentStateBody,
        reason: Type.Optional(Type.String({ description: 'Why the last charge failed.' })),
      },
      { title: 'OwnSubscriptionPayment' },
    ),
    embeddedUpdatePaymentUrl: Type.Optional(
      Type.String({
        description:
          'With `toUpdatePaymentMethod`: the page that changes the payment method, also in a frame. Valid for 90 days.',
      }),
    ),
    paymentMethod: Type.Optional(
      Type.Object(
        {
          brand: Type.String({ description: 'Such as `visa`.' }),
          last4: Type.Optional(Type.String()),
          expiryMonth: Type.Optional(Type.String({ description: 'As in `2027-09`.' })),
        },
        { title: 'SubscriptionPaymentMethod', description: 'The method that renewals are charged to.' },
      ),
    ),
    cancelAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'When a cancelled subscription ends.' }),
    ),
    endedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Since then nothing is charged any more.' }),
    ),
    mergedInto: Type.Optional(
      Type.String({
        description:
          'The subscription that its payments count for: it cannot go on, and is listed until it has ended.',
      }),
    ),
    canPause: Type.Boolean({ description: 'Whether its plan has pauses.' }),
    pausedUntil: Type.Optional(
      Type.String({ format: 'date-time', description: 'The end of its pause: it goes on then.' }),
    ),
    nextPlan: Type.Optional(NextPlanBody),
    plans: Type.Array(
      Type.Object(
        { id: Type.String(), name: Type.String(), cycleLength: CycleLength, price: Type.Optional(Amount) },
        { title: 'SubscriptionPlan' },
      ),
      { description: 'The plans of its item that are sold in its currency, its own included.' },
    ),
    milestoneProgress: Type.Optional(MilestoneProgressBody),
    fallback: Type.Optional(FallbackBody),
    payoff: Type.Optional(
      Type.Object(
        { cycles: Type.Integer(), price: Amount },
        { title: 'Payoff', description: 'The rest of a rent to own, paid at once, without added taxes.' },
      ),
    ),
    content: Type.Union([
      Type.Object(
        {
          type: Type.Literal('Product'),
          quantity: Type.Integer(),
          product: Type.Object(contentItem, { title: 'SubscribedProduct' }),
        },
        { title: 'SubscriptionToProduct' },
      ),
      Type.Object(
        {
          type: Type.Literal('Bundle'),
          quantity: Type.Integer(),
          bundle: Type.Object(contentItem, { title: 'SubscribedBundle' }),
        },
        { title: 'SubscriptionToBundle' },
      ),
    ]),
  },
  { title: 'OwnSubscription' },
);

/** The wire form of a customer's own subscription, with its payment method. */
export async function ownSubscription(
  ctx: QueryContext,
  subscription: Subscription,
  { catalog, pictures }: { readonly catalog: Catalog } & Pick<ItemPresenter, 'pictures'>,
): Promise<Static<typeof OwnSubscription>> {
  const { productId, bundleId, quantity, status, endedAt, renewedAt, failure } = subscription;
  const { variationId, methodId, paymentState, paidUntil, pausedUntil, currency } = subscription;
  const payoff = await payoffOf(ctx, subscription, catalog);
  const method = methodId === null ? undefined : await findMethod(ctx, methodId);
  const item = productId === null ? catalog.bundle(bundleId ?? '') : catalog.product(productId);
  const id = productId ?? bundleId ?? '';
  const body = {
    id,
    name: item?.name ?? id,
    tagline: item?.tagline ?? '',
    ...pictures(item),
  };
  return {
    id: subscription.id,
    status,
    hasPaymentMethod: subscription.methodId !== null,
    cancellable: endedAt === null && status !== 'Cancelled' && status !== 'Completed',
    expiresAt: subscription.expiresAt.toISOString(),
    paidUntil: paidUntil.toISOString(),
    renewedAt: renewedAt?.toISOString() ?? null,
    nextPaymentScheduledAt: nextPaymentAt(subscription),
    startedAt: subscription.startedAt.toISOString(),
    total: orderTotal(subscription),
    cycleLength: subscription.cycleLength,
    variation: { id: variationId, name: catalog.variation(variationId)?.name ?? '' },
    payment: { state: paymentState, ...(failure !== null && { reason: failure }) },
    ...(typeof subscription.mergedInto === 'string' && { mergedInto: subscription.mergedInto }),
    canPause: subscription.canPause === true,
    ...(pausedUntil !== null && { pausedUntil: pausedUntil.toISOString() }),
    ...(await nextPlanField(ctx, subscription)),
    plans: planList(subscription, catalog),
    ...(await milestoneProgress(ctx, subscription, catalog)),
    ...fallbackField(subscription),
    ...(payoff && { payoff: { cycles: payoff.cycles, price: amountIn(currency)(payoff.amountMinor) } }),
    ...(method?.status === 'Usable' && { paymentMethod: methodBody(method) }),
    ...(status === 'Cancelled' && { cancelAt: paidUntil.toISOString() }),
    ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
    content:
      productId === null
        ? { type: 'Bundle', quantity, bundle: body }
        : { type: 'Product', quantity, product: body },
  };
}

function planList(subscription: Subscription, catalog: Catalog): Static<typeof OwnSubscription>['plans'] {
  const { currency } = subscription;
  return plansOf(subscription, catalog).flatMap(({ id, name, recurrence, prices }) => {
    const minor = prices[currency];
    const price = minor === undefined ? {} : { price: amountIn(currency)(minor) };
    return recurrence === 'OneOff' ? [] : [{ id, name, cycleLength: recurrence, ...price }];
  });
}

function methodBody({ brand, last4, expires }: SavedMethod) {
  return {
    brand: brand ?? '',
    ...(last4 !== null && { last4 }),
    ...(expires !== null && { expiryMonth: expires }),
  };
}
