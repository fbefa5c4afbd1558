import { Button, Text } from '@mantine/core';
import type { Checkout, CheckoutKey } from '../api/checkout.ts';
import { removeCoupon } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import { CrossIcon, WarningIcon } from '@latchkey/ui/icons.tsx';
import classes from './order-summary.module.css';
import { useCartChange } from './use-cart-change.ts';

export interface RemoveCouponProps {
  readonly checkoutKey: CheckoutKey;
  readonly code: string;
  readonly isDisabled: boolean;
}

/** The button that removes a coupon from the order. */
export function RemoveCoupon({ checkoutKey, code, isDisabled }: RemoveCouponProps) {
  const { coupon } = useTexts();
  const { change, isChanging } = useCartChange(checkoutKey, (each: string) =>
    removeCoupon(checkoutKey, each),
  );
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      ml={4}
      px={5}
      className={classes.remove}
      loading={isChanging}
      disabled={isDisabled}
      aria-label={coupon.remove(code)}
      onClick={() => {
        change(code);
      }}
    >
      <CrossIcon size={16} />
    </Button>
  );
}

interface UnusableCouponsProps extends Omit<RemoveCouponProps, 'code'> {
  readonly coupons: NonNullable<Checkout['unusableCoupons']>;
}

/** Coupons that currently reduce nothing, each with the reason. */
export function UnusableCoupons({ coupons, ...removal }: UnusableCouponsProps) {
  const { coupon } = useTexts();
  return coupons.map(({ code, message, reason }, index) => (
    <div key={code === '' ? index : code} className={classes.unusable}>
      <Text size="sm" className={classes.remark}>
        <WarningIcon size={18} />
        <span>{coupon.refused(message, reason, code)}</span>
      </Text>
      {code === '' ? null : <RemoveCoupon code={code} {...removal} />}
    </div>
  ));
}
