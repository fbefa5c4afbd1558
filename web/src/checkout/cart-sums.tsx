import type { Checkout, CheckoutKey } from '../api/checkout.ts';
import { CouponField } from './coupon-field.tsx';
import { UnusableCoupons } from './coupon-rows.tsx';
import { SummaryTotal } from './summary-total.tsx';
import type { EarlierDue } from './use-payment.ts';

interface CartSumsProps {
  readonly checkoutKey: CheckoutKey;
  readonly checkout: Checkout;
  readonly earlierDue: EarlierDue | undefined;
  readonly isUpdating: boolean;
  /** A payment is in progress. */
  readonly isDisabled: boolean;
}

/** The coupons of a cart, and its totals. */
export function CartSums({ checkoutKey, checkout, earlierDue, isUpdating, isDisabled }: CartSumsProps) {
  const removal = { checkoutKey, isDisabled };
  return (
    <>
      {checkout.forOwner ? null : <CouponField checkoutKey={checkoutKey} isDisabled={isDisabled} />}
      <UnusableCoupons coupons={checkout.unusableCoupons ?? []} {...removal} />
      <SummaryTotal checkout={checkout} earlierDue={earlierDue} isUpdating={isUpdating} removal={removal} />
    </>
  );
}
