import { type ChangeEvent, useState } from 'react';
import type { FieldName, PaymentFields } from './payment-fields.ts';

type Messages = Partial<Record<string, string>>;
type TextFieldName = Exclude<keyof PaymentFields, CheckFieldName>;
type CheckFieldName = 'isBusiness' | 'confirmsCountry' | 'consents';

/** The values of the payment form, and what is wrong with them. */
export interface Fields {
  readonly values: PaymentFields;
  readonly change: (changes: Partial<PaymentFields>) => void;
  /** Replaces all messages; the same function each time. */
  readonly setErrors: (messages: Messages) => void;
  /** The properties of a text field or a select. */
  readonly input: (name: TextFieldName) => InputProps & { readonly value: string };
  /** The properties of a checkbox. */
  readonly checkbox: (name: CheckFieldName) => CheckboxProps;
}

export interface CheckboxProps extends InputProps {
  readonly checked: boolean;
}

interface InputProps {
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  readonly error: string | undefined;
  readonly 'data-path': string;
}

/** Stores what the buyer enters. A change of a field takes its message away. */
export function useFields(initial: PaymentFields): Fields {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Messages>({});
  const change = (changes: Partial<PaymentFields>) => {
    setValues((before) => ({ ...before, ...changes }));
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changes).map((name) => [name, undefined])),
    }));
  };
  return {
    values,
    change,
    setErrors,
    input: (name) => ({
      value: values[name],
      error: errors[name],
      'data-path': name,
      onChange: (event) => {
        change({ [name]: event.currentTarget.value });
      },
    }),
    checkbox: (name) => ({
      checked: values[name],
      error: errors[name],
      'data-path': name,
      onChange: ({ currentTarget }) => {
        change({ [name]: currentTarget instanceof HTMLInputElement && currentTarget.checked });
      },
    }),
  };
}

/** Moves the focus to the first of these fields that has a message. */
export function focusFirst(names: readonly FieldName[], messages: object): void {
  const name = names.find((field) => field in messages);
  const node = name === undefined ? null : document.querySelector(`[data-path="${name}"]`);
  if (node instanceof HTMLElement) node.focus();
}
