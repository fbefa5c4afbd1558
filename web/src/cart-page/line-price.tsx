import { VisuallyHidden } from '@mantine/core';
import type { CartLine } from '../api/cart.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useShopTexts } from '../shop/shop-texts.ts';
import classes from './cart-page.module.css';

interface LinePriceProps {
  readonly entry: CartLine;
  /** The buyer's quantity, which the server may not know yet. */
  readonly quantity: number;
  readonly currency: string;
}

/**
 * The price of a line, before and after its discounts: the same as at the checkout. Coupons and the offer on the whole
 * cart are below, in its totals.
 */
export function LinePrice({ entry, quantity, currency }: LinePriceProps) {
  const { price } = useShopTexts();
  const money = useMoney();
  const isCurrent = entry.quantity === quantity;
  const unit = entry.price[currency] ?? 0;
  const unitBefore = entry.originalPrice[currency] ?? unit;
  const total = unit * quantity;
  const before = unitBefore * quantity;
  return (
    <span className={classes.linePrice} data-stale={!isCurrent || undefined}>
      {before > total ? (
        <del className={classes.before}>
          <VisuallyHidden>{price.before} </VisuallyHidden>
          {money(before, currency)}
        </del>
      ) : null}
      <span className={classes.total}>{total === 0 ? price.free : money(total, currency)}</span>
      {quantity > 1 ? <span className={classes.each}>{`${money(unit, currency)} ${price.each}`}</span> : null}
    </span>
  );
}
