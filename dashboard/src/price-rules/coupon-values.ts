import type { components } from '@latchkey/sdk';
import { amountIn } from '../form/amounts.ts';
import type { Coupon } from './rule-queries.ts';
import { NO_RULE, ruleChangesIn, type RuleValues, ruleValuesOf } from './rule-values.ts';

/** The fields of a coupon besides those of other rules. */
export const COUPON_FIELDS = ['maxUses', 'maxUsesPerCustomer', 'firstPurchaseOnly'] as const;

export const NO_COUPON: RuleValues = {
  ...NO_RULE,
  maxUses: '',
  maxUsesPerCustomer: '',
  firstPurchaseOnly: false,
};

/** The fields of a coupon that exists. */
export function couponValuesOf(coupon: Coupon): RuleValues {
  const { maxUses, maxUsesPerCustomer, firstPurchaseOnly } = coupon;
  return {
    ...ruleValuesOf(coupon),
    maxUses: String(maxUses ?? ''),
    maxUsesPerCustomer: String(maxUsesPerCustomer ?? ''),
    firstPurchaseOnly,
  };
}

/** The limits whose text is no number: sent, they would become none. */
export function wrongCounts(values: RuleValues): readonly string[] {
  return (['maxUses', 'maxUsesPerCustomer'] as const).filter((name) => {
    const text = String(values[name] ?? '');
    return text.trim() !== '' && amountIn(text, 0) === undefined;
  });
}

/** The limits as the API takes them; null for none. */
export function limitsIn(values: RuleValues) {
  return {
    maxUses: amountIn(String(values['maxUses'] ?? ''), 0) ?? null,
    maxUsesPerCustomer: amountIn(String(values['maxUsesPerCustomer'] ?? ''), 0) ?? null,
    firstPurchaseOnly: values['firstPurchaseOnly'] === true,
  };
}

/** The changes of a coupon as the API takes them. */
export function couponChangesIn(values: RuleValues, currencies: readonly string[], before: Coupon) {
  return { ...ruleChangesIn(values, currencies, before), ...limitsIn(values) };
}

/** A coupon with changes, for a preview: what no field shows stays as it was. */
export function draftCoupon(
  before: Coupon,
  changes: ReturnType<typeof couponChangesIn>,
): components['schemas']['NewCoupon'] {
  return {
    id: before.id,
    description: before.description,
    minimumTotal: before.minimumTotal,
    recurringPaymentUseCount: before.recurringPaymentUseCount,
    startsAt: before.startsAt,
    endsAt: before.endsAt,
    ...changes,
  };
}
