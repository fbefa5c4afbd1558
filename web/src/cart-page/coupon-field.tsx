import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import { lazy, Suspense, type SubmitEvent, useRef, useState } from 'react';
import { applyCoupon } from '../api/cart.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import type { ShopTexts } from '../shop/shop-en.ts';
import { useShopTexts } from '../shop/shop-texts.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { browserCart } from '../cart/browser-cart.ts';
import classes from './cart-page.module.css';

// Few buyers have a coupon: the field loads for them.
const CouponInput = lazy(() =>
  import('./coupon-input.tsx').then((module) => ({ default: module.CouponInput })),
);
/** With its label, in pixels. */
const FIELD_HEIGHT = 61;

/** The field for a coupon, collapsed until it is needed. */
export function CouponField({ orderId }: { readonly orderId: string }) {
  const shopTexts = useShopTexts();
  const { cart } = shopTexts;
  const { failure: texts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const [message, setMessage] = useState<string>();
  const [applied, setApplied] = useState('');
  const [isSending, setSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const fail = (text: string) => {
    setMessage(text);
    input.current?.focus();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = code.trim();
    if (isSending) return;
    if (entered === '') {
      fail(cart.couponMissing);
      return;
    }
    setSending(true);
    setMessage(undefined);
    browserCart
      .act(() => applyCoupon(orderId, entered))
      .then(() => {
        setApplied(entered);
        setCode('');
        setOpen(false);
      })
      .catch((error: unknown) => {
        fail(reasonOf(error, entered, shopTexts, texts));
      })
      .finally(() => {
        setSending(false);
      });
  };
  return (
    <>
      {isOpen ? (
        <form noValidate className={classes.coupon} onSubmit={submit}>
          <Suspense fallback={<Skeleton height={FIELD_HEIGHT} />}>
            <CouponInput input={input} code={code} message={message} onChange={setCode} />
          </Suspense>
          <Button type="submit" variant="default" loading={isSending} className={classes.apply}>
            {cart.couponApply}
          </Button>
        </form>
      ) : (
        <button
          type="button"
          className={classes.textButton}
          onClick={() => {
            setOpen(true);
          }}
        >
          {cart.couponOpen}
        </button>
      )}
      <VisuallyHidden component="output">{applied === '' ? '' : cart.couponApplied(applied)}</VisuallyHidden>
    </>
  );
}

/** The reason why the coupon cannot be used, or another failure. */
function reasonOf(
  error: unknown,
  code: string,
  { cart }: ShopTexts,
  texts: Parameters<typeof failureMessage>[1],
): string {
  if (isProblem(error, 'CouponNotUsable')) return cart.couponRefused(error.message, error.reason, code);
  return failureMessage(error instanceof Error ? error : new Error('unknown'), texts).text;
}
