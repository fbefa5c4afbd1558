import { toDecimal } from '../../kernel/money.ts';
import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import { licensesOfSubscriptions } from '../../modules/licensing/index.ts';
import {
  chargeAt,
  currentPeriods,
  isOfNotice,
  type Milestone,
  milestonesOfPlans,
  type Period,
  stepsAhead,
  type Subscription,
} from '../../modules/subscriptions/index.ts';
import { FallbackBody, fallbackField } from './fallback.ts';
import { Moment } from './moment.ts';
import { NextPlanBody, nextPlanField } from './plan-change.ts';
import { Amount, orderTotal, OrderTotalBody } from './order.ts';
import { SubscriptionPayment, subscriptionPayment } from './subscription-payment.ts';

export const CycleLength = Type.Enum(['Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'], {
  title: 'CycleLength',
});
const ViolationBody = Type.Enum(
  [
    'Gap',
    'Numbers',
    'OpenWithoutOrder',
    'PaidWithoutPayment',
    'PaymentWithoutPeriod',
    'RenewalAfterEnd',
    'ChargedTwice',
    'ChargeAfterEnd',
    'ChargeInDispute',
    'ErasedRuns',
    'PaidUntil',
    'LicenseEnd',
    'LicenseBeyond',
    'NotDue',
    'Grace',
    'MergedRuns',
    'MergedCycles',
    'OrderPayment',
    'Refunds',
    'DocumentGap',
  ],
  {
    title: 'SubscriptionViolation',
    description:
      'What the nightly check has found wrong, which is never to happen: look at it before the next renewal, and report it.',
  },
);
export const SubscriptionStatusBody = Type.Enum(['Active', 'Cancelled', 'Expired', 'Completed'], {
  title: 'SubscriptionStatus',
});

/** A period of a subscription in the Core API. */
export const PeriodAnswer = Type.Object(
  {
    number: Type.Integer({ description: 'From 1.' }),
    startsAt: Moment,
    endsAt: Moment,
    state: Type.Enum(['Open', 'Paid', 'Skipped', 'Void'], {
      description:
        '`Open`: it waits for its payment. `Skipped`: it was not paid, and its access was given. `Void`: it has neither.',
    }),
    reason: Type.Optional(Type.String({ description: 'Why it is skipped or void.' })),
    orderId: Type.Optional(Type.String({ description: 'The order that pays for it.' })),
  },
  { title: 'SubscriptionPeriod' },
);

/** A subscription in the Core API (subscriptions, section 5). */
export const SubscriptionAnswer = Type.Object(
  {
    id: Type.String(),
    customerId: Type.String(),
    orderId: Type.String({ description: 'The order that began it.' }),
    awaitsProof: Type.Optional(
      Type.Literal(true, { description: 'Its customer gets it once they have proven their email address.' }),
    ),
    status: SubscriptionStatusBody,
    cycleLength: CycleLength,
    startedAt: Moment,
    anchor: Type.Object(
      {
        date: Type.String({ description: 'As in `2026-01-31`.' }),
        time: Type.String({ description: 'As in `09:30:00`.' }),
        zone: Type.String({ description: 'A time zone such as `Europe/Berlin`.' }),
      },
      { title: 'SubscriptionAnchor', description: 'The local moment from which its periods are counted.' },
    ),
    currentPeriod: Type.Object(
      {
        number: PeriodAnswer.properties.number,
        startsAt: Moment,
        endsAt: Moment,
        state: PeriodAnswer.properties.state,
        reason: PeriodAnswer.properties.reason,
      },
      { title: 'SubscriptionCurrentPeriod', description: 'The period that runs now, or the last one.' },
    ),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'The end of its licenses: of the last period with access, and the grace.',
    }),
    nextPaymentScheduledAt: Type.Optional(Moment),
    content: Type.Object(
      {
        type: Type.Enum(['Product', 'Bundle']),
        id: Type.String(),
        variationId: Type.String(),
        quantity: Type.Integer(),
      },
      { title: 'SubscriptionContent' },
    ),
    price: Type.Object(Amount.properties, {
      title: 'SubscriptionPrice',
      description: 'One unit for one cycle, before deductions and added taxes.',
    }),
    total: OrderTotalBody,
    payment: SubscriptionPayment,
    ahead: Type.Array(
      Type.Object(
        {
          step: Type.Enum(['Notify', 'Renew', 'Charge', 'Ask', 'LoseAccess', 'End'], {
            description:
              '`Notify`: the renewal is announced. `Renew`: it is due. `Charge`: an open one is charged again. `Ask`: its buyer is asked again. `LoseAccess`: the licenses end. `End`: nothing can be paid any more.',
          }),
          at: Moment,
        },
        { title: 'SubscriptionStep' },
      ),
      { description: 'What happens by itself if nobody does anything, in its order.' },
    ),
    hasPaymentMethod: Type.Boolean({ description: 'Whether renewals are charged without the buyer.' }),
    pausedUntil: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The end of its pause: the next renewal is due then.',
      }),
    ),
    nextPrice: Type.Optional(
      Type.Object(
        {
          ...Amount.properties,
          from: Moment,
          notice: Type.Enum(['Queued', 'Sent', 'Undeliverable'], {
            description:
              'What has become of the mail that announces it. Only a price whose mail was sent at least 30 days before a renewal counts for it: until then it is announced again, and an undeliverable one never counts.',
          }),
        },
        {
          title: 'SubscriptionNextPrice',
          description: 'The price that was announced, of one unit for one cycle.',
        },
      ),
    ),
    nextPlan: Type.Optional(NextPlanBody),
    fallback: Type.Optional(FallbackBody),
    milestones: Type.Optional(
      Type.Array(
        Type.Object(
          { afterCycles: Type.Integer(), couponId: Type.String(), reachedAt: Type.Optional(Moment) },
          { title: 'SubscriptionMilestone' },
        ),
        { description: 'The coupon codes that its plan leads to; absent without any.' },
      ),
    ),
    cancelAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'When a cancelled subscription ends.' }),
    ),
    cancelledAt: Type.Optional(Moment),
    endedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'Since then nothing is charged any more.' }),
    ),
    mergedInto: Type.Optional(Type.String({ description: 'The subscription that it was merged into.' })),
    violation: Type.Optional(ViolationBody),
    licenseIds: Type.Array(Type.String(), { description: 'At most a hundred.' }),
  },
  { title: 'Subscription' },
);

const MOST_LICENSES = 100;

/** Presents any of these subscriptions in the Core API, with its period and licenses, which are read here together. */
export async function subscriptionPresenter(
  subscriptions: readonly Subscription[],
  ctx: QueryContext,
): Promise<(subscription: Subscription) => Static<typeof SubscriptionAnswer>> {
  const ids = subscriptions.map(({ id }) => id);
  const [periods, licenses, milestones, plans] = await Promise.all([
    currentPeriods(ctx, subscriptions),
    licensesOfSubscriptions(ctx, ids, MOST_LICENSES),
    milestonesOfPlans(ctx, subscriptions),
    nextPlansOf(ctx, subscriptions),
  ]);
  return (subscription) => {
    const period = periods.get(subscription.id);
    if (period === undefined) throw new Error(`subscription ${subscription.id} has no period`);
    return answerOf(subscription, {
      period,
      licenseIds: licenses.get(subscription.id) ?? [],
      milestones: milestones.get(subscription.id) ?? [],
      nextPlan: plans.get(subscription.id),
    });
  };
}

/** The plans that begin later, by the id of their subscription. */
async function nextPlansOf(ctx: QueryContext, subscriptions: readonly Subscription[]) {
  const plans = new Map<string, Static<typeof NextPlanBody>>();
  for (const subscription of subscriptions) {
    const { nextPlan } = await nextPlanField(ctx, subscription);
    if (nextPlan !== undefined) plans.set(subscription.id, nextPlan);
  }
  return plans;
}

/** The wire form of one subscription in the Core API. */
export async function subscriptionAnswer(
  subscription: Subscription,
  ctx: QueryContext,
): Promise<Static<typeof SubscriptionAnswer>> {
  return (await subscriptionPresenter([subscription], ctx))(subscription);
}

/** What tables of their own have of a subscription. */
interface PartsOfSubscription {
  readonly period: Period;
  readonly licenseIds: readonly string[];
  readonly milestones: readonly Milestone[];
  readonly nextPlan: Static<typeof NextPlanBody> | undefined;
}

function answerOf(
  subscription: Subscription,
  { period, licenseIds, milestones, nextPlan }: PartsOfSubscription,
): Static<typeof SubscriptionAnswer> {
  const { number, startsAt, endsAt, state, reason } = periodAnswer(period);
  const { currency, status, cancelledAt, endedAt, paidUntil, pausedUntil } = subscription;
  const scheduledAt = nextPaymentAt(subscription);
  return {
    id: subscription.id,
    customerId: subscription.customerId,
    orderId: subscription.orderId,
    ...(subscription.awaitsEmailKey !== null && { awaitsProof: true as const }),
    status,
    cycleLength: subscription.cycleLength,
    startedAt: subscription.startedAt.toISOString(),
    anchor: {
      date: subscription.anchorDate,
      time: subscription.anchorTime,
      zone: subscription.anchorZone,
    },
    currentPeriod: { number, startsAt, endsAt, state, ...(reason !== undefined && { reason }) },
    expiresAt: subscription.expiresAt.toISOString(),
    ...(scheduledAt !== null && { nextPaymentScheduledAt: scheduledAt }),
    content: contentOf(subscription),
    price: { currency, amount: toDecimal(subscription.price.unitOriginalMinor, currency) },
    total: orderTotal(subscription),
    payment: subscriptionPayment(subscription),
    ahead: stepsAhead(subscription, { isOpen: state === 'Open' }).map(({ step, at }) => ({
      step,
      at: at.toISOString(),
    })),
    hasPaymentMethod: subscription.methodId !== null,
    ...(pausedUntil !== null && { pausedUntil: pausedUntil.toISOString() }),
    ...nextPriceOf(subscription),
    ...(nextPlan && { nextPlan }),
    ...fallbackField(subscription),
    ...(milestones.length > 0 && { milestones: milestones.map(milestoneAnswer) }),
    ...(status === 'Cancelled' && { cancelAt: paidUntil.toISOString() }),
    ...(cancelledAt !== null && { cancelledAt: cancelledAt.toISOString() }),
    ...(endedAt !== null && { endedAt: endedAt.toISOString() }),
    ...(typeof subscription.mergedInto === 'string' && { mergedInto: subscription.mergedInto }),
    ...(subscription.violation && { violation: subscription.violation }),
    licenseIds: [...licenseIds],
  };
}

function milestoneAnswer({ afterCycles, couponId, reachedAt }: Milestone) {
  return { afterCycles, couponId, ...(reachedAt !== null && { reachedAt: reachedAt.toISOString() }) };
}

function nextPriceOf(subscription: Subscription) {
  const { currency, nextPriceMinor, nextPriceFrom, status } = subscription;
  if (nextPriceMinor === null || nextPriceFrom === null) return {};
  // Nobody is told of it, unless they keep the subscription.
  if (status === 'Cancelled' && !isOfNotice(subscription)) return {};
  const amount = toDecimal(nextPriceMinor, currency);
  const notice = noticeOf(subscription);
  return { nextPrice: { currency, amount, from: nextPriceFrom.toISOString(), notice } };
}

function noticeOf(subscription: Subscription) {
  const { nextPriceSentAt, nextPriceFailedAt } = subscription;
  if (!isOfNotice(subscription)) return 'Queued' as const;
  if (nextPriceFailedAt !== null) return 'Undeliverable' as const;
  return nextPriceSentAt === null ? ('Queued' as const) : ('Sent' as const);
}

export function periodAnswer(period: Period): Static<typeof PeriodAnswer> {
  const { number, startsAt, endsAt, state, reason, orderId } = period;
  return {
    number,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    state,
    ...(reason !== null && { reason }),
    ...(orderId !== null && { orderId }),
  };
}

function contentOf({ productId, bundleId, variationId, quantity }: Subscription) {
  return {
    type: productId === null ? ('Bundle' as const) : ('Product' as const),
    id: productId ?? bundleId ?? '',
    variationId,
    quantity,
  };
}

/** When the next payment is due: the next renewal, or the repetition of a charge. */
export function nextPaymentAt(subscription: Subscription): string | null {
  const { status, paymentState, pausedUntil, nextAttemptAt } = subscription;
  if (pausedUntil !== null) return pausedUntil.toISOString();
  if (paymentState === 'Retrying') return nextAttemptAt?.toISOString() ?? null;
  return status === 'Active' && paymentState === 'Paid' ? chargeAt(subscription).toISOString() : null;
}
