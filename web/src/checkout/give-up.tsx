import { Button } from '@mantine/core';
import { cancelPayment, type CheckoutKey } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import { useOutcomeTexts } from './outcome-texts.ts';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { notStoppedText } from './not-stopped.ts';
import { useCartChange } from './use-cart-change.ts';

interface GiveUpProps {
  readonly checkoutKey: CheckoutKey;
  readonly isDisabled?: boolean;
  readonly children: string;
}

/** Cancels the pending payment; the order can then be paid again. */
export function GiveUp({ checkoutKey, isDisabled = false, children }: GiveUpProps) {
  const texts = { ...useTexts(), ...useOutcomeTexts() };
  const { change, isChanging, failure } = useCartChange(checkoutKey, () => cancelPayment(checkoutKey));
  return (
    <>
      <Button
        variant="subtle"
        loading={isChanging}
        disabled={isDisabled}
        onClick={() => {
          change(undefined);
        }}
      >
        {children}
      </Button>
      {failure === null ? null : <ErrorLine>{notStoppedText(failure, texts)}</ErrorLine>}
    </>
  );
}
