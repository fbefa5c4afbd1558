import '@latchkey/ui/fields/fields.css';
import { Button, TextInput, VisuallyHidden } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { applyCoupon, type CheckoutKey } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import type { Texts } from './checkout-en.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import classes from './coupon-field.module.css';
import { useCartChange } from './use-cart-change.ts';

interface CouponFieldProps {
  readonly checkoutKey: CheckoutKey;
  readonly isDisabled: boolean;
}

/** A collapsed field for the code of a coupon. */
export function CouponField({ checkoutKey, isDisabled }: CouponFieldProps) {
  const texts = useTexts();
  const { coupon } = texts;
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const [blank, setBlank] = useState<string>();
  const [news, setNews] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { change, isChanging, failure } = useCartChange(
    checkoutKey,
    (typed: string) => applyCoupon(checkoutKey, typed),
    (typed) => {
      setNews(coupon.applied(typed));
      setCode('');
    },
  );
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setNews('');
    setBlank(typed === '' ? coupon.enter : undefined);
    if (typed === '') field.current?.focus();
    else change(typed);
  };
  return (
    <div>
      {isOpen ? (
        <form className={classes.form} noValidate onSubmit={submit}>
          <TextInput
            ref={field}
            label={coupon.label}
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            size="md"
            readOnly={isDisabled || isChanging}
            error={blank ?? (isChanging ? undefined : refusalText(failure, code.trim(), texts))}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setBlank(undefined);
            }}
          />
          <Button
            type="submit"
            variant="default"
            size="md"
            mt={25}
            loading={isChanging}
            disabled={isDisabled}
          >
            {coupon.apply}
          </Button>
        </form>
      ) : (
        <Button
          variant="subtle"
          size="compact-md"
          ml={-8}
          disabled={isDisabled}
          onClick={() => {
            setOpen(true);
          }}
        >
          {coupon.open}
        </Button>
      )}
      <VisuallyHidden component="output">{news}</VisuallyHidden>
    </div>
  );
}

/** The server's sentence about the coupon, or another failure. */
function refusalText(failure: Error | null, code: string, texts: Texts): string | undefined {
  if (failure === null) return undefined;
  if (isProblem(failure, 'CouponNotUsable'))
    return texts.coupon.refused(failure.message, failure.reason, code);
  return failureMessage(failure, texts.failure).text;
}
