import { Text } from '@mantine/core';
import { use, useId, useState } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useShopTexts } from './shop-texts.ts';
import { MAX_QUANTITY, quantityOf } from '../cart/cart-lines.ts';
import classes from './quantity-field.module.css';

interface QuantityFieldProps {
  readonly label: string;
  /** Visually, its place makes it clear. */
  readonly isLabelHidden?: boolean;
  readonly quantity: number;
  readonly onChange: (quantity: number) => void;
}

/** A number of units, to type or to step; the limits appear when an invalid number was typed. */
export function QuantityField({ label, isLabelHidden = false, quantity, onChange }: QuantityFieldProps) {
  const { product } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  const id = useId();
  // The text being typed may not be a number yet.
  const [draft, setDraft] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const take = (next: number) => {
    setDraft(undefined);
    setRefused(false);
    onChange(next);
  };
  const type = (text: string) => {
    const typed = quantityOf(text);
    if (typed === undefined) {
      setDraft(text);
      setRefused(text.trim() !== '');
    } else take(typed);
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
            take(quantity - 1);
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
          aria-invalid={(isRefused && draft !== undefined) || undefined}
          aria-describedby={`${id}-limits`}
          onChange={({ currentTarget: { value } }) => {
            type(value);
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
            take(quantity + 1);
          }}
        >
          +
        </button>
      </div>
      <Text
        component="output"
        id={`${id}-limits`}
        className={classes.limits}
        size="sm"
        c="var(--mantine-color-error)"
      >
        {isRefused ? product.quantityLimits(MAX_QUANTITY.toLocaleString(locale)) : ''}
      </Text>
    </div>
  );
}
