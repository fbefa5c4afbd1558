import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { useTeamTexts } from './team-texts.ts';

interface NameFieldProps<Values extends { readonly name: string }> {
  readonly form: PageForm<Values>;
}

/** The name of an operator, as the others see it. */
export function NameField<Values extends { readonly name: string }>({ form }: NameFieldProps<Values>) {
  const team = useTeamTexts();
  return (
    <TextInput
      label={team.name}
      autoComplete="off"
      required
      withAsterisk={false}
      {...form.getInputProps('name')}
    />
  );
}
