import { applyCoupon, type Checkout, type CheckoutKey, removeCoupon } from '../api/checkout.ts';
import { CouponField } from '../order-sums/coupon-field.tsx';
import { RemoveButton, UnusableCoupons } from '../order-sums/sums.tsx';
import { useSumsTexts } from '../order-sums/sums-texts.ts';
import { SummaryTotal } from './summary-total.tsx';
import { useCartChange } from './use-cart-change.ts';
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
  const { send } = useCartChange(checkoutKey, (code: string) => applyCoupon(checkoutKey, code));
  const renderRemoval = (code: string) => (
    <RemoveCoupon checkoutKey={checkoutKey} code={code} isDisabled={isDisabled} />
  );
  return (
    <>
      {checkout.forOwner ? null : <CouponField apply={send} isDisabled={isDisabled} />}
      <UnusableCoupons coupons={checkout.unusableCoupons ?? []} renderRemoval={renderRemoval} />
      <SummaryTotal
        checkout={checkout}
        earlierDue={earlierDue}
        isUpdating={isUpdating}
        renderRemoval={renderRemoval}
      />
    </>
  );
}

interface RemoveCouponProps {
  readonly checkoutKey: CheckoutKey;
  readonly code: string;
  readonly isDisabled: boolean;
}

function RemoveCoupon({ checkoutKey, code, isDisabled }: RemoveCouponProps) {
  const { coupon } = useSumsTexts();
  const { change, isChanging } = useCartChange(checkoutKey, (each: string) =>
    removeCoupon(checkoutKey, each),
  );
  return (
    <RemoveButton
      label={coupon.remove(code)}
      isRemoving={isChanging}
      isDisabled={isDisabled}
      onClick={() => {
        change(code);
      }}
    />
  );
}
