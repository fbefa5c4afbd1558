import { transaction } from '../../../platform/context/context.ts';
import type { CommandContext, CommandTx, Context } from '../../accounts/index.ts';
import { chargeOrder, type ChargeTerms, payPageOf, placeOrder } from '../../orders/index.ts';
import { recordSubscriptionEvent } from '../events.ts';
import { queuePlanAgreedMail, queuePlanPayMail } from '../mails/plan-mails.ts';
import { lockWithOrder } from '../locked-subscription.ts';
import { planChangePending, previewOutdated } from '../problems.ts';
import { getSubscription } from '../queries.ts';
import { renewalTerms } from '../renewal-terms.ts';
import { updateSubscription } from '../subscription-change.ts';
import type { NextPlan, Subscription } from '../tables.ts';
import { dropNextPlan } from '../drop-next-plan.ts';
import { dropUnpaidPlanJob, payableUntil } from './drop-unpaid-plan.ts';
import { ownerOf, planPreview, type PlanPreview, type PlanRequest } from './plan-preview.ts';

/** A subscription whose plan changes, with what was agreed. */
export interface ChangedPlan {
  readonly subscription: Subscription;
  readonly preview: PlanPreview;
}

/** The terms of a change, outside of its transaction: the taxes of this day. Raises `NotFound`. */
export async function planTerms(ctx: Context, id: string): Promise<ChargeTerms> {
  return renewalTerms(ctx, await getSubscription(ctx, id));
}

/** What a change would cost and when it would begin; nothing changes. Raises what `planPreview` raises, and `NotFound`. */
export function previewPlan(
  ctx: CommandContext,
  id: string,
  request: PlanRequest,
  terms: ChargeTerms,
): Promise<ChangedPlan> {
  return transaction(ctx, async (tx) => {
    const subscription = await getSubscription(tx, id);
    return { subscription, preview: await planPreview(tx, subscription, request, terms) };
  });
}

/**
 * Changes the plan or the quantity of a subscription, as its preview says: with the next renewal, or at once, when the
 * order for it is paid; that is charged to the saved method, if there is one. `dueMinor` is what the preview said is due
 * now. What was agreed before and has not begun is dropped; asking for the plan that the subscription has does only that.
 *
 * Raises `NotFound`, what `planPreview` raises, `PreviewOutdated` if another amount is due by now, and
 * `PlanChangePending` while a payment of the change before is on its way.
 */
export function changePlan(
  ctx: CommandContext,
  id: string,
  request: PlanRequest & { readonly dueMinor?: number | undefined },
  terms: ChargeTerms,
): Promise<ChangedPlan> {
  return transaction(ctx, async (tx) => {
    const locked = await lockWithOrder(tx, id);
    const preview = await planPreview(tx, locked.subscription, request, terms);
    const { dueMinor } = preview.quote.total;
    if (request.dueMinor !== undefined && request.dueMinor !== dueMinor) throw previewOutdated();
    const isPending = locked.subscription.nextPlan?.orderId ?? null;
    if (isPending !== null && !locked.isChangePayable) throw planChangePending();
    const subscription = await dropNextPlan(tx, locked);
    const { variation, quantity } = preview.plan;
    if (variation.id === subscription.variationId && quantity === subscription.quantity)
      return { subscription, preview };
    return { subscription: await agree(tx, subscription, preview, terms), preview };
  });
}

/** Notes the plan that a subscription changes to, and charges what is due for it now. */
async function agree(
  tx: CommandTx,
  subscription: Subscription,
  preview: PlanPreview,
  terms: ChargeTerms,
): Promise<Subscription> {
  const { when, lines, plan } = preview;
  const { id: subscriptionId, methodId, locale } = subscription;
  const order =
    when === 'Now'
      ? await placeOrder(tx, { ...ownerOf(subscription), origin: 'PlanChange', subscriptionId, lines })
      : undefined;
  const { variation, quantity, cycle: cycleLength, price, isOtherVariation } = plan;
  const payBy = payableUntil(tx.clock.now(), subscription);
  const nextPlan: NextPlan = {
    orderId: order?.id ?? null,
    ...(order && { payBy: payBy.toISOString() }),
    dueMinor: preview.quote.total.dueMinor,
    paidUntil: subscription.paidUntil.toISOString(),
    variationId: variation.id,
    quantity,
    cycleLength,
    price: isOtherVariation ? price : null,
    ...termsOf(subscription, plan),
  };
  const changed = await updateSubscription(tx, subscription, { nextPlan }, { isOpen: false });
  recordSubscriptionEvent(tx, 'subscription.change-agreed', changed, {
    ...(order && { orderId: order.id }),
    variationId: variation.id,
    quantity,
  });
  if (order === undefined) {
    const { at, total } = preview.next;
    await queuePlanAgreedMail(tx, changed, { nextPlan, at, totalMinor: total.dueMinor });
    return changed;
  }
  await dropUnpaidPlanJob.enqueue(tx, { subscriptionId, orderId: order.id }, payBy);
  const charge = await chargeOrder(tx, { orderId: order.id, methodId, locale: locale ?? undefined, terms });
  // A customer who asks for it here is led to the page at once.
  if (!charge.isOpened && tx.actor.kind !== 'Customer')
    await queuePlanPayMail(tx, changed, { nextPlan, hasFailed: false });
  return changed;
}

/** What the new plan promises: that of another variation as it is sold now, or as it was agreed. */
function termsOf(
  subscription: Subscription,
  { variation: { subscriptionTerms }, isOtherVariation }: PlanPreview['plan'],
): Pick<
  NextPlan,
  'ownAfterCycles' | 'payoffBasisPoints' | 'fallbackAfterCycles' | 'canPause' | 'milestones'
> {
  if (!isOtherVariation) {
    const { ownAfterCycles, payoffBasisPoints, fallback, canPause } = subscription;
    return {
      ownAfterCycles,
      payoffBasisPoints: payoffBasisPoints ?? undefined,
      fallbackAfterCycles: fallback?.afterCycles ?? null,
      canPause: canPause === true,
    };
  }
  const { ownAfterCycles, payoffBasisPoints, fallbackAfterCycles, canPause, milestones } =
    subscriptionTerms ?? {};
  return {
    ownAfterCycles: ownAfterCycles ?? null,
    payoffBasisPoints,
    fallbackAfterCycles: fallbackAfterCycles ?? null,
    canPause: canPause === true,
    milestones,
  };
}

/** The page on which a change that is agreed is paid; `undefined` when nothing is to be paid for one. */
export async function planPayPage(
  ctx: Context,
  { nextPlan, customerId, awaitsEmailKey }: Subscription,
): Promise<string | undefined> {
  const orderId = nextPlan?.orderId ?? null;
  if (orderId === null) return undefined;
  return payPageOf(ctx, { id: orderId, customerId: awaitsEmailKey === null ? customerId : null });
}
