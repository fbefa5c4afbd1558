import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { useShopTexts } from '../shop/shop-texts.ts';

interface CouponInputProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly code: string;
  readonly message: string | undefined;
  readonly onChange: (code: string) => void;
}

/** The field of a coupon's code; it takes the focus when it appears. */
export function CouponInput({ input, code, message, onChange }: CouponInputProps) {
  const { cart } = useShopTexts();
  useEffect(() => {
    input.current?.focus();
  }, [input]);
  return (
    <TextInput
      ref={input}
      label={cart.coupon}
      name="coupon"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      data-autofocus
      value={code}
      error={message}
      onChange={({ currentTarget: { value } }) => {
        onChange(value);
      }}
    />
  );
}
