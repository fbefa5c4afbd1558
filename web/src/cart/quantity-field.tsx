import { useId, useState } from 'react';
import { useShopTexts } from '../texts/shop-texts.ts';
import classes from './quantity-field.module.css';

interface QuantityFieldProps {
  readonly label: string;
  /** For the eye it is clear from its place. */
  readonly isLabelHidden?: boolean;
  readonly quantity: number;
  readonly onChange: (quantity: number) => void;
}

const MAX_QUANTITY = 10_000;

/** A number of units, to type or to step. */
export function QuantityField({ label, isLabelHidden = false, quantity, onChange }: QuantityFieldProps) {
  const { product } = useShopTexts();
  const id = useId();
  // What is being typed may be no number yet.
  const [draft, setDraft] = useState<string>();
  const take = (text: string) => {
    const value = Number(text);
    const isQuantity = Number.isInteger(value) && value >= 1 && value <= MAX_QUANTITY;
    if (isQuantity) onChange(value);
    return isQuantity;
  };
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label} data-hidden={isLabelHidden || undefined}>
        {label}
      </label>
      <div className={classes.control}>
        <button
          type="button"
          className={classes.step}
          aria-label={`${product.fewer}, ${label}`}
          disabled={quantity <= 1}
          onClick={() => {
            onChange(quantity - 1);
          }}
        >
          −
        </button>
        <input
          id={id}
          className={classes.input}
          inputMode="numeric"
          autoComplete="off"
          value={draft ?? String(quantity)}
          onChange={({ currentTarget: { value } }) => {
            setDraft(take(value) ? undefined : value);
          }}
          onBlur={() => {
            setDraft(undefined);
          }}
        />
        <button
          type="button"
          className={classes.step}
          aria-label={`${product.more}, ${label}`}
          disabled={quantity >= MAX_QUANTITY}
          onClick={() => {
            onChange(quantity + 1);
          }}
        >
          +
        </button>
      </div>
    </div>
  );
}
