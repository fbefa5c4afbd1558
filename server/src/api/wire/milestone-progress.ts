import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import type { Catalog } from '../../modules/catalog/index.ts';
import { milestonesOf, type Subscription } from '../../modules/subscriptions/index.ts';

const Cycle = Type.Integer();

/** How far a subscription has come to coupon codes and to licenses that never end (extended API, section C). */
export const MilestoneProgressBody = Type.Object(
  {
    title: Type.String(),
    currentCycleNumber: Cycle,
    currentNormalizedCycleNumber: Type.Integer({
      description: 'Normalized cycles count in the shortest billing cycle in which the item is sold.',
    }),
    currentCycleIsCompleted: Type.Boolean({ description: 'Whether the current cycle is paid.' }),
    fromCycleNumber: Cycle,
    fromNormalizedCycleNumber: Cycle,
    toCycleNumber: Cycle,
    toNormalizedCycleNumber: Cycle,
    events: Type.Record(
      Type.String(),
      Type.Array(
        Type.Object(
          {
            type: Type.Enum(['CouponCodeMilestone', 'PerpetualLicenseConversionMilestone']),
            milestoneId: Type.String(),
            fulfilled: Type.Boolean(),
            afterCycleNumber: Cycle,
            afterNormalizedCycleNumber: Cycle,
            message: Type.Optional(Type.String({ description: 'What the vendor says about it.' })),
            code: Type.Optional(
              Type.String({ description: 'Of a coupon, once it is reached and unless it was revoked.' }),
            ),
            redeemed: Type.Optional(
              Type.Boolean({ description: 'Of a coupon: whether an order with the code was delivered.' }),
            ),
          },
          { title: 'MilestoneEvent' },
        ),
      ),
      { description: 'By the number of the cycle.' },
    ),
  },
  { title: 'MilestoneProgress' },
);

/** The progress of a subscription that leads to coupon codes or to licenses that never end; nothing for others. */
export async function milestoneProgress(
  ctx: QueryContext,
  subscription: Subscription,
  catalog: Catalog,
): Promise<{ readonly milestoneProgress?: Static<typeof MilestoneProgressBody> }> {
  const { productId, bundleId } = subscription;
  const item = productId === null ? catalog.bundle(bundleId ?? '') : catalog.product(productId);
  const plans = (item?.variations ?? []).map(({ recurrence }) => recurrence);
  const milestones = await milestonesOf(ctx, subscription, plans);
  if (milestones === undefined) return {};
  const { coupons, ...progress } = milestones;
  return {
    milestoneProgress: {
      title: item?.name ?? productId ?? bundleId ?? '',
      ...progress,
      fromCycleNumber: 1,
      fromNormalizedCycleNumber: 1,
      events: eventsByCycle([
        ...coupons.map(couponEvent),
        ...(subscription.ownAfterCycles === null ? [] : [conversion(subscription, progress)]),
      ]),
    },
  };
}

type Progress = Static<typeof MilestoneProgressBody>;
type MilestoneEvent = Progress['events'][string][number];

function couponEvent(
  coupon: NonNullable<Awaited<ReturnType<typeof milestonesOf>>>['coupons'][number],
): MilestoneEvent {
  const { variationId, afterCycles, afterNormalizedCycles, message, isReached, code, isRedeemed } = coupon;
  return {
    type: 'CouponCodeMilestone',
    milestoneId: `${variationId}-${afterCycles}`,
    fulfilled: isReached,
    afterCycleNumber: afterCycles,
    afterNormalizedCycleNumber: afterNormalizedCycles,
    ...(message !== null && { message }),
    ...(code !== undefined && { code }),
    ...(isReached && { redeemed: isRedeemed }),
  };
}

function conversion(
  { id, status }: Subscription,
  { toCycleNumber, toNormalizedCycleNumber }: Pick<Progress, 'toCycleNumber' | 'toNormalizedCycleNumber'>,
): MilestoneEvent {
  return {
    type: 'PerpetualLicenseConversionMilestone',
    milestoneId: id,
    fulfilled: status === 'Completed',
    afterCycleNumber: toCycleNumber,
    afterNormalizedCycleNumber: toNormalizedCycleNumber,
  };
}

function eventsByCycle(events: readonly MilestoneEvent[]): Record<string, MilestoneEvent[]> {
  const byCycle: Record<string, MilestoneEvent[]> = {};
  for (const event of events) (byCycle[event.afterCycleNumber] ??= []).push(event);
  return byCycle;
}
