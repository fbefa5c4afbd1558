import { type Static, Type } from '../../kernel/schema.ts';
import type { QueryContext } from '../../modules/accounts/index.ts';
import type { Catalog } from '../../modules/catalog/index.ts';
import { milestonesOf, type Subscription } from '../../modules/subscriptions/index.ts';

const Cycle = Type.Integer();

/** How far a subscription has come to licenses that never end (extended API, section C). */
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
            type: Type.Literal('PerpetualLicenseConversionMilestone'),
            milestoneId: Type.String(),
            fulfilled: Type.Boolean(),
            afterCycleNumber: Cycle,
            afterNormalizedCycleNumber: Cycle,
          },
          { title: 'MilestoneEvent' },
        ),
      ),
      { description: 'By the number of the cycle.' },
    ),
  },
  { title: 'MilestoneProgress' },
);

/** The progress of a subscription whose licenses are its buyer's in the end; nothing for others. */
export async function milestoneProgress(
  ctx: QueryContext,
  subscription: Subscription,
  catalog: Catalog,
): Promise<{ readonly milestoneProgress?: Static<typeof MilestoneProgressBody> }> {
  const { productId, bundleId } = subscription;
  const item = productId === null ? catalog.bundle(bundleId ?? '') : catalog.product(productId);
  const plans = (item?.variations ?? []).map(({ recurrence }) => recurrence);
  const progress = await milestonesOf(ctx, subscription, plans);
  if (progress === undefined) return {};
  const { toCycleNumber, toNormalizedCycleNumber } = progress;
  return {
    milestoneProgress: {
      title: item?.name ?? productId ?? bundleId ?? '',
      ...progress,
      fromCycleNumber: 1,
      fromNormalizedCycleNumber: 1,
      events: {
        [toCycleNumber]: [
          {
            type: 'PerpetualLicenseConversionMilestone',
            milestoneId: subscription.id,
            fulfilled: subscription.status === 'Completed',
            afterCycleNumber: toCycleNumber,
            afterNormalizedCycleNumber: toNormalizedCycleNumber,
          },
        ],
      },
    },
  };
}
