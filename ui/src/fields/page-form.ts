import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form';
import { useId } from 'react';

/** The form of a page, of Mantine, with these values or more. */
export type PageForm<Values> = UseFormReturnType<Values>;

/** A form whose fields are found in the page even if another form has fields of the same names. */
export function usePageForm<Values extends Record<string, string | boolean>>(
  initialValues: Values,
): PageForm<Values> {
  // Mantine allows letters and digits.
  const name = useId().replaceAll(/[^a-z0-9]/gi, '');
  return useForm<Values>({ name, initialValues });
}

/** Shows the messages, which are in the order of the page, and moves the focus to the first of these fields. */
export function showErrors(
  form: Pick<PageForm<object>, 'setErrors' | 'getInputNode'>,
  messages: FormErrors,
): void {
  form.setErrors(messages);
  const [first] = Object.keys(messages);
  if (first !== undefined) form.getInputNode(first)?.focus();
}
