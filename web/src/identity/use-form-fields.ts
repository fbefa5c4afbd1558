import { type ChangeEvent, useId, useState } from 'react';

type Messages = Readonly<Record<string, string | undefined>>;

/** The values of a form's text fields and selects, and what is wrong with them. */
export interface FormFields<Values> {
  readonly values: Values;
  readonly getInputProps: (name: keyof Values & string) => InputProps;
  /** Replaces all messages. */
  readonly setErrors: (messages: Messages) => void;
  readonly focus: (name: string) => void;
}

interface InputProps {
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  readonly 'data-path': string;
}

/** Stores what is entered into a form. A change of a field takes its message away. */
export function useFormFields<Values extends Readonly<Record<string, string>>>(
  initialValues: Values,
): FormFields<Values> {
  const [values, setValues] = useState(initialValues);
  const [errors, setErrors] = useState<Messages>({});
  // Several forms of a page may have a field of this name.
  const form = useId();
  const pathOf = (name: string) => `${form}-${name}`;
  return {
    values,
    setErrors,
    getInputProps: (name) => ({
      value: values[name],
      error: errors[name],
      'data-path': pathOf(name),
      onChange: ({ currentTarget: { value } }) => {
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    }),
    focus: (name) => {
      const field = document.querySelector(`[data-path="${CSS.escape(pathOf(name))}"]`);
      if (field instanceof HTMLElement) field.focus();
    },
  };
}
