import { type ChangeEvent, useId, useState } from 'react';

type Messages = Readonly<Partial<Record<string, string>>>;
/** Names of the fields with values of a type. */
type NameOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never;
}[keyof Values] &
  string;

/** The values of a form's fields, and their issues. */
export interface FormFields<Values> {
  readonly values: Values;
  readonly change: (changes: Partial<Values>) => void;
  /** Replaces all messages; the same function each time. */
  readonly setErrors: (messages: Messages) => void;
  /** The properties of a text field or a select. */
  readonly input: (name: NameOf<Values, string>) => TextInputProps;
  /** The properties of a checkbox. */
  readonly checkbox: (name: NameOf<Values, boolean>) => CheckboxProps;
  /** Moves the focus to the first of these fields that has a message. */
  readonly focusFirst: (names: readonly string[], messages: Messages) => void;
}

interface InputProps {
  readonly error: string | undefined;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  readonly 'data-path': string;
}

interface TextInputProps extends InputProps {
  readonly value: string;
}

export interface CheckboxProps extends InputProps {
  readonly checked: boolean;
}

/** Stores the input of a form. A change of a field removes its message. */
export function useFormFields<Values extends object>(initialValues: Values): FormFields<Values> {
  const [values, setValues] = useState(initialValues);
  const [errors, setErrors] = useState<Messages>({});
  // Several forms of a page may have a field of this name.
  const form = useId();
  const pathOf = (name: string) => `${form}-${name}`;
  const change = (changes: Partial<Values>) => {
    setValues((before) => ({ ...before, ...changes }));
    setErrors((before) => withoutMessages(before, Object.keys(changes)));
  };
  const set = (name: string, value: string | boolean) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => withoutMessages(before, [name]));
  };
  const shared = (name: string) => ({ error: errors[name], 'data-path': pathOf(name) });
  return {
    values,
    change,
    setErrors,
    input: (name) => ({
      ...shared(name),
      value: String(values[name]),
      onChange: ({ currentTarget: { value } }) => {
        set(name, value);
      },
    }),
    checkbox: (name) => ({
      ...shared(name),
      checked: values[name] === true,
      onChange: ({ currentTarget }) => {
        set(name, currentTarget instanceof HTMLInputElement && currentTarget.checked);
      },
    }),
    focusFirst: (names, messages) => {
      const name = names.find((field) => messages[field] !== undefined);
      if (name === undefined) return;
      const field = document.querySelector(`[data-path="${CSS.escape(pathOf(name))}"]`);
      if (field instanceof HTMLElement) field.focus();
    },
  };
}

function withoutMessages(messages: Messages, names: readonly string[]): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([name]) => !names.includes(name)));
}
