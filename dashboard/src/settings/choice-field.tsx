import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { NO, YES } from './setting-values.ts';

interface ChoiceFieldProps<Name extends string> {
  readonly form: PageForm<Record<Name, string>>;
  readonly name: Name;
  readonly label: string;
  readonly description: string;
}

/** A setting that is on or off. */
export function ChoiceField<Name extends string>({ form, name, ...texts }: ChoiceFieldProps<Name>) {
  return (
    <CheckField
      {...texts}
      checked={form.getValues()[name] === YES}
      error={typeof form.errors[name] === 'string' ? form.errors[name] : undefined}
      onChange={({ currentTarget }) => {
        form.setValues({ ...form.getValues(), [name]: currentTarget.checked ? YES : NO });
      }}
    />
  );
}
