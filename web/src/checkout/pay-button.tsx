import { Button, Loader, VisuallyHidden } from '@mantine/core';
import type { Checkout } from '../api/checkout.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useTexts } from './checkout-texts.ts';
import { isTaxOpen, type PricedCheckout } from './summary-total.tsx';
import classes from './pay-button.module.css';

interface PayButtonProps {
  readonly checkout: PricedCheckout & Pick<Checkout, 'checkoutRefusals' | 'payment'>;
  readonly isSending: boolean;
  /** The total is of earlier input: the button names no amount until the new one is there. */
  readonly isUpdating: boolean;
  /** The last attempt failed. */
  readonly isAnotherTry: boolean;
}

/** The only primary button: it names the action, then its progress. */
export function PayButton({ checkout, isSending, isUpdating, isAnotherTry }: PayButtonProps) {
  const { pay } = useTexts();
  const money = useMoney();
  const due = checkout.total?.due.amount ?? 0;
  const net = money(due, checkout.currency);
  const amount = isTaxOpen(checkout) ? pay.plusTax(net, checkout.suggestedCountry) : net;
  // What is pressed here pays only in test mode.
  const isPaidNext = checkout.payment.test === undefined;
  const first = isPaidNext ? pay.next : pay.pay;
  const whole = (isAnotherTry ? pay.again : first)(amount);
  const payLabel = isUpdating ? pay.updating : whole;
  const free = checkout.subscription === undefined ? pay.free : pay.subscribe;
  const label = due === 0 ? free : payLabel;
  const sending = isPaidNext ? pay.sendingNext : pay.sending;
  const sendingLabel = due === 0 ? pay.sendingFree : sending;
  return (
    <>
      <Button
        type="submit"
        size="lg"
        fullWidth
        className={classes.pay}
        data-sending={isSending || undefined}
        leftSection={isSending ? <Loader size={18} color="currentColor" aria-hidden="true" /> : undefined}
        disabled={isSending || isUpdating || checkout.checkoutRefusals !== undefined}
      >
        {isSending ? sendingLabel : label}
      </Button>
      <VisuallyHidden component="output">{isSending ? pay.sendingText : ''}</VisuallyHidden>
    </>
  );
}
