import type { components } from '@latchkey/sdk';
import type { Subscription } from './subscription-queries.ts';

export type PlanChange = components['schemas']['PlanChange'];
type PlanChangeInput = components['schemas']['PlanChangeInput'];
type Variation = components['schemas']['Variation'];

/** The fields of the form about another plan. */
export interface PlanValues extends Record<string, string> {
  readonly variationId: string;
  readonly quantity: string;
  readonly when: string;
}

/** What the form asks of the API: what stays as it is, is not sent. */
export function planRequest(
  { content }: Pick<Subscription, 'content'>,
  { variationId, quantity, when }: PlanValues,
): Omit<PlanChangeInput, 'preview' | 'due'> {
  const units = Number(quantity);
  return {
    ...(variationId !== content.variationId && { variationId }),
    ...(units !== content.quantity && { quantity: units }),
    ...(when === 'NextPeriod' && { when }),
  };
}

/** What the form asks once its preview was seen: another amount than that is not to be charged. */
export function agreedRequest(
  request: ReturnType<typeof planRequest>,
  { total }: { readonly total: Pick<PlanChange['total'], 'due'> },
): PlanChangeInput {
  return { ...request, due: total.due.amount, preview: false };
}

/** Whether all that a change does is to drop the one that was agreed before. */
export function onlyDrops(
  { content, nextPlan }: Pick<Subscription, 'content' | 'nextPlan'>,
  { variationId, quantity }: Pick<PlanChange, 'variationId' | 'quantity'>,
): boolean {
  return nextPlan !== undefined && variationId === content.variationId && quantity === content.quantity;
}

/** The plans that a subscription can have: sold ones with a price in its currency, and its own. */
export function plansFor<Plan extends Pick<Variation, 'id' | 'isArchived' | 'prices'>>(
  { content, price }: Pick<Subscription, 'content' | 'price'>,
  plans: readonly Plan[],
): readonly Plan[] {
  return plans.filter(
    ({ id, isArchived, prices }) =>
      id === content.variationId || (!isArchived && prices[price.currency] !== undefined),
  );
}
