import type { CommandTx } from '../../accounts/index.ts';
import { payPageOf } from '../../orders/index.ts';
import type { NextPlan, Subscription } from '../tables.ts';
import { queueSubscriptionMail } from './subscription-mail.ts';

/** The same subscription on its next plan: mails name that. */
function onNextPlan(subscription: Subscription, { variationId, quantity }: NextPlan): Subscription {
  return { ...subscription, variationId, quantity };
}

/** A change of the plan was agreed: with the next renewal it begins, whose amount is `totalMinor`. */
export async function queuePlanAgreedMail(
  tx: CommandTx,
  subscription: Subscription,
  {
    nextPlan,
    at,
    totalMinor,
  }: { readonly nextPlan: NextPlan; readonly at: Date; readonly totalMinor: number },
): Promise<void> {
  const planned = onNextPlan(subscription, nextPlan);
  await queueSubscriptionMail(tx, planned, ({ texts: { plan }, shop, title, money, day }) => ({
    template: 'plan',
    subject: plan.subject(shop),
    heading: plan.heading,
    paragraphs: [
      plan.later(title, planned.quantity, day(at)),
      plan.laterCosts(money(totalMinor), day(at)),
      ...(planned.quantity < subscription.quantity ? [plan.laterInUse(day(at))] : []),
    ],
  }));
}

/**
 * A change of the plan begins when its difference is paid, which cannot be charged without the buyer: its amount, and a
 * link to the page that pays it. `hasFailed`: the saved method was charged, and was declined.
 */
export async function queuePlanPayMail(
  tx: CommandTx,
  subscription: Subscription,
  { nextPlan, hasFailed }: { readonly nextPlan: NextPlan; readonly hasFailed: boolean },
): Promise<void> {
  const { orderId, dueMinor = 0, payBy = subscription.paidUntil } = nextPlan;
  if (orderId === null) return;
  const { customerId, awaitsEmailKey } = subscription;
  const url = await payPageOf(tx, { id: orderId, customerId: awaitsEmailKey === null ? customerId : null });
  const planned = onNextPlan(subscription, nextPlan);
  await queueSubscriptionMail(tx, planned, ({ texts: { plan, pay }, shop, title, money, day }) => ({
    template: 'plan',
    subject: plan.subject(shop),
    heading: plan.heading,
    paragraphs: [
      ...(hasFailed ? [pay.failed.TryAgain] : []),
      plan.paid(title, planned.quantity, money(dueMinor)),
      plan.unpaid(day(new Date(payBy))),
    ],
    action: { label: pay.pay, url },
    notes: [pay.link],
  }));
}

interface PlanBegun {
  /** The day of a payment, the next or this one, and its amount. */
  readonly at: Date;
  readonly totalMinor: number;
  /** The units that were agreed; there are more if more are used on devices. */
  readonly agreedQuantity?: number | undefined;
}

/** A change of the plan has begun: what it is now, with what is paid for it, and why there are more units than agreed. */
export async function queuePlanBegunMail(
  tx: CommandTx,
  subscription: Subscription,
  { at, totalMinor, agreedQuantity = subscription.quantity }: PlanBegun,
): Promise<void> {
  const { quantity } = subscription;
  await queueSubscriptionMail(tx, subscription, ({ texts: { plan }, shop, title, money, day }) => ({
    template: 'planChanged',
    subject: plan.begunSubject(shop),
    heading: plan.begunHeading,
    paragraphs: [
      plan.begun(title, quantity),
      ...(quantity > agreedQuantity ? [plan.inUse(agreedQuantity, quantity)] : []),
      plan.costs(money(totalMinor), day(at)),
    ],
  }));
}
