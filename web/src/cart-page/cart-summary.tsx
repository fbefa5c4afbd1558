import { Button, Paper, Text, VisuallyHidden } from '@mantine/core';
import { applyCoupon, type Cart, patchCart, removeCoupon } from '../api/cart.ts';
import type { Storefront } from '../api/storefront.ts';
import { useSession } from '../identity/use-session.ts';
import { CurrencySelect } from '../shop/currency-select.tsx';
import { TaxNote } from '../shop/price.tsx';
import { isTaxLater } from '../shop/prices.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useShopTexts } from '../shop/shop-texts.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { LockIcon } from '../page/icons.tsx';
import { Notice } from '@latchkey/ui/notice.tsx';
import { browserCart } from '../cart/browser-cart.ts';
import { CouponField } from '../order-sums/coupon-field.tsx';
import { Due, RemoveButton, Sum, Sums, UnusableCoupons } from '../order-sums/sums.tsx';
import { useSumsTexts } from '../order-sums/sums-texts.ts';
import { reductionOfLines } from './line-reductions.ts';
import { type CartEditor, useCheckout } from './use-cart.ts';
import classes from './cart-page.module.css';

interface CartSummaryProps {
  readonly order: Cart;
  readonly storefront: Storefront | undefined;
  /** The totals are about to change. */
  readonly isChanging: boolean;
  readonly editor: CartEditor;
}

/** Coupons, the total of the cart and its parts, and the checkout button. */
export function CartSummary({ order, storefront, isChanging, editor }: CartSummaryProps) {
  const { cart } = useShopTexts();
  const { updating } = useSumsTexts();
  const { failure: texts } = useTexts();
  const money = useMoney();
  const { open, isOpening, failure } = useCheckout();
  const isSignedIn = useSession().signedIn !== undefined;
  const { total, checkoutRefusals = [], lastPaymentFailure } = order;
  return (
    <Paper component="section" className={classes.summary} aria-labelledby="summary">
      <div className={classes.summaryTop}>
        <h2 id="summary" className={classes.heading}>
          {cart.summary}
        </h2>
        <CurrencySelect currency={order.currency} currencies={storefront?.enabledCurrencies ?? []} />
      </div>
      {lastPaymentFailure === undefined ? null : <Notice title={cart.declined}>{lastPaymentFailure}</Notice>}
      <CouponField apply={(code) => browserCart.act(() => applyCoupon(order.id, code))} />
      <UnusableCoupons
        coupons={order.unusableCoupons ?? []}
        renderRemoval={(code) => <RemoveCoupon code={code} editor={editor} />}
      />
      <Parts
        order={order}
        taxCountry={storefront?.estimatedTax?.countryCode}
        isChanging={isChanging}
        editor={editor}
      />
      {order.total?.taxes.amount !== 0 && isTaxLater(storefront) ? null : <TaxNote storefront={storefront} />}
      {checkoutRefusals.length === 0 ? null : (
        <Notice title={cart.cannot}>{checkoutRefusals.join(' ')}</Notice>
      )}
      {failure === undefined ? null : (
        <Notice title={failureMessage(failure, texts).title} takesFocus>
          {failureMessage(failure, texts).text}
        </Notice>
      )}
      <Button
        size="lg"
        fullWidth
        loading={isOpening}
        disabled={checkoutRefusals.length > 0 || total === undefined}
        onClick={() => {
          open(order.id);
        }}
      >
        {total === undefined || total.due.amount === 0
          ? cart.checkoutFree
          : cart.checkout(money(total.due.amount, order.currency))}
      </Button>
      <VisuallyHidden component="output">
        {isOpening ? cart.goingToCheckout : isChanging ? updating : ''}
      </VisuallyHidden>
      <Text size="sm" c="dimmed" className={classes.secure}>
        <LockIcon size={16} />
        {isSignedIn ? cart.secure : `${cart.noAccount} ${cart.secure}`}
      </Text>
    </Paper>
  );
}

interface PartsProps extends Omit<CartSummaryProps, 'storefront'> {
  readonly taxCountry: string | undefined;
}

/** The total of the cart, and its parts. */
function Parts({ order, taxCountry, isChanging, editor }: PartsProps) {
  const { cart } = useShopTexts();
  const texts = useSumsTexts();
  const money = useMoney();
  const { total, currency, couponsApplied, appliedOffer } = order;
  if (total === undefined) return null;
  const couponSum = couponsApplied.reduce((sum, { discount }) => sum + (discount?.amount ?? 0), 0);
  const offerSum = total.cartOfferDiscount?.amount ?? 0;
  const ofLines = reductionOfLines(order.items, currency);
  const below = Math.round((total.discount.amount - ofLines) * 1000) / 1000;
  const rest = Math.round((below - couponSum - offerSum) * 1000) / 1000;
  return (
    <Sums isUpdating={isChanging}>
      {below === 0 ? null : (
        <Sum label={texts.subtotal}>{money(total.original.amount - ofLines, currency)}</Sum>
      )}
      {rest > 0 ? <Sum label={texts.discounts}>{money(-rest, currency)}</Sum> : null}
      {appliedOffer === undefined || offerSum === 0 ? null : (
        <Sum
          label={appliedOffer.name}
          action={
            <RemoveButton
              label={cart.declineOffer}
              onClick={() => {
                editor.act((orderId) => patchCart(orderId, { offerId: null }));
              }}
            />
          }
        >
          {money(-offerSum, currency)}
        </Sum>
      )}
      {couponsApplied.map(({ code, name, discount }) => (
        <Sum
          key={`${code} ${name}`}
          label={name === '' ? code : name}
          action={code === '' ? null : <RemoveCoupon code={code} editor={editor} />}
        >
          {money(-(discount?.amount ?? 0), currency)}
        </Sum>
      ))}
      {total.taxes.amount === 0 ? null : (
        <Sum label={cart.tax(taxCountry)}>{money(total.taxes.amount, currency)}</Sum>
      )}
      <Due label={texts.total}>{money(total.due.amount, currency)}</Due>
    </Sums>
  );
}

interface RemoveCouponProps {
  readonly code: string;
  readonly editor: CartEditor;
}

function RemoveCoupon({ code, editor }: RemoveCouponProps) {
  const { coupon } = useSumsTexts();
  return (
    <RemoveButton
      label={coupon.remove(code)}
      onClick={() => {
        editor.act((orderId) => removeCoupon(orderId, code));
      }}
    />
  );
}
