import { Text } from '@mantine/core';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { changeLine, type CheckoutKey, type CheckoutLine } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import classes from './order-summary.module.css';
import { useCartChange } from './use-cart-change.ts';

interface LineChangeProps {
  readonly checkoutKey: CheckoutKey;
  readonly line: CheckoutLine;
  /** A payment is in progress. */
  readonly isDisabled: boolean;
}

/** More or fewer of an item, or none; an upgrade of a license is one. */
export function LineChange({
  checkoutKey,
  line: { id, name, quantity, licenseId },
  isDisabled,
}: LineChangeProps) {
  const { summary } = useTexts();
  const { failure: texts } = useSharedTexts();
  const { change, isChanging, failure } = useCartChange(checkoutKey, (next: number) =>
    changeLine(checkoutKey, id, next),
  );
  const step = (label: string, sign: string, next: number) => (
    <button
      type="button"
      className={classes.step}
      aria-label={label}
      disabled={isDisabled || isChanging || next < 1}
      onClick={() => {
        change(next);
      }}
    >
      {sign}
    </button>
  );
  return (
    <div className={classes.change}>
      {licenseId === undefined ? (
        <div className={classes.stepper}>
          {step(summary.fewer(name), '−', quantity - 1)}
          <span aria-hidden="true">{quantity}</span>
          {step(summary.more(name), '+', quantity + 1)}
        </div>
      ) : null}
      <button
        type="button"
        className={classes.remove}
        aria-label={summary.removeOf(name)}
        disabled={isDisabled || isChanging}
        onClick={() => {
          change(0);
        }}
      >
        {summary.remove}
      </button>
      {failure === null ? null : (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {failureMessage(failure, texts).text}
        </Text>
      )}
    </div>
  );
}
