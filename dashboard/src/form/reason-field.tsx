import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { useTexts } from '../texts/dashboard-texts.ts';

interface ReasonFieldProps<Values extends { readonly reason: string }> {
  readonly form: PageForm<Values>;
  /** What is done must have a reason; otherwise the field may stay empty. */
  readonly isRequired?: boolean;
}

/** Why somebody does something, for the audit log. */
export function ReasonField<Values extends { readonly reason: string }>({
  form,
  isRequired = false,
}: ReasonFieldProps<Values>) {
  const { reason } = useTexts();
  return (
    <TextInput
      label={reason.label}
      description={isRequired ? reason.requiredText : reason.text}
      autoComplete="off"
      {...form.getInputProps('reason')}
    />
  );
}
