import { Button, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Cart, patchCart, removeCoupon } from '../api/cart.ts';
import type { Storefront } from '../api/storefront.ts';
import { useSession } from '../identity/use-session.ts';
import { CurrencySelect } from '../shop/currency-select.tsx';
import { TaxNote } from '../shop/price.tsx';
import { isTaxLater } from '../shop/prices.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useShopTexts } from '../shop/shop-texts.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { CrossIcon, LockIcon } from '@latchkey/ui/icons.tsx';
import { Notice } from '@latchkey/ui/notice.tsx';
import { CouponField } from './coupon-field.tsx';
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
  const { failure: texts } = useTexts();
  const money = useMoney();
  const { open, isOpening, failure } = useCheckout();
  const isSignedIn = useSession().signedIn !== undefined;
  const { total, checkoutRefusals = [], lastPaymentFailure } = order;
  return (
    <section className={classes.summary} aria-labelledby="summary">
      <div className={classes.summaryTop}>
        <h2 id="summary" className={classes.heading}>
          {cart.summary}
        </h2>
        <CurrencySelect currency={order.currency} currencies={storefront?.enabledCurrencies ?? []} />
      </div>
      {lastPaymentFailure === undefined ? null : <Notice title={cart.declined}>{lastPaymentFailure}</Notice>}
      <CouponField orderId={order.id} />
      <UnusableCoupons order={order} editor={editor} />
      <Sums order={order} isChanging={isChanging} editor={editor} />
      {order.total?.taxes.amount === 0 && isTaxLater(storefront) ? (
        <Text size="sm" c="dimmed">
          {cart.taxLater}
        </Text>
      ) : (
        <TaxNote estimatedTax={storefront?.estimatedTax} />
      )}
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
        {isOpening ? cart.goingToCheckout : isChanging ? cart.updating : ''}
      </VisuallyHidden>
      <Text size="sm" c="dimmed" className={classes.secure}>
        <LockIcon size={16} />
        {isSignedIn ? cart.secure : `${cart.noAccount} ${cart.secure}`}
      </Text>
    </section>
  );
}

function Sums({ order, isChanging, editor }: Omit<CartSummaryProps, 'storefront'>) {
  const { cart } = useShopTexts();
  const money = useMoney();
  const { total, currency, couponsApplied, appliedOffer } = order;
  if (total === undefined) return null;
  const couponSum = couponsApplied.reduce((sum, { discount }) => sum + (discount?.amount ?? 0), 0);
  const offerSum = total.cartOfferDiscount?.amount ?? 0;
  const rest = Math.round((total.discount.amount - couponSum - offerSum) * 1000) / 1000;
  return (
    <dl className={classes.sums} data-stale={isChanging || undefined} aria-busy={isChanging}>
      {total.discount.amount === 0 ? null : (
        <Sum label={cart.beforeDiscounts}>{money(total.original.amount, currency)}</Sum>
      )}
      {rest > 0 ? <Sum label={cart.discounts}>{money(-rest, currency)}</Sum> : null}
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
          action={
            code === '' ? null : (
              <RemoveButton
                label={cart.couponRemove(code)}
                onClick={() => {
                  editor.act((orderId) => removeCoupon(orderId, code));
                }}
              />
            )
          }
        >
          {money(-(discount?.amount ?? 0), currency)}
        </Sum>
      ))}
      {total.taxes.amount === 0 ? null : <Sum label={cart.tax}>{money(total.taxes.amount, currency)}</Sum>}
      <div className={classes.due}>
        <dt>{cart.total}</dt>
        <dd>{money(total.due.amount, currency)}</dd>
      </div>
    </dl>
  );
}

interface SumProps {
  readonly label: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Sum({ label, action, children }: SumProps) {
  return (
    <div className={classes.sum}>
      <dt>
        {label}
        {action}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function RemoveButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button type="button" className={classes.removeButton} aria-label={label} onClick={onClick}>
      <CrossIcon size={16} />
    </button>
  );
}

/** Coupons that currently reduce nothing, each with the reason. */
function UnusableCoupons({ order, editor }: Pick<CartSummaryProps, 'order' | 'editor'>) {
  const { cart } = useShopTexts();
  return (order.unusableCoupons ?? []).map(({ code, message, reason }) => (
    <div key={`${code} ${message}`} className={classes.unusable}>
      <Text size="sm">{cart.couponRefused(message, reason, code)}</Text>
      {code === '' ? null : (
        <RemoveButton
          label={cart.couponRemove(code)}
          onClick={() => {
            editor.act((orderId) => removeCoupon(orderId, code));
          }}
        />
      )}
    </div>
  ));
}
