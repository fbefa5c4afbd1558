import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { type Role, ROLES } from './team-queries.ts';
import { useTeamTexts } from './team-texts.ts';

interface RoleFieldProps<Values extends { readonly role: string }> {
  readonly form: PageForm<Values>;
}

/** The choice of a role, and what it may do. */
export function RoleField<Values extends { readonly role: string }>({ form }: RoleFieldProps<Values>) {
  const { roles } = useTexts();
  const team = useTeamTexts();
  return (
    <SelectField
      label={team.role}
      description={team.may[roleOf(form.values)]}
      options={ROLES.map((value) => ({ value, label: roles[value] }))}
      {...form.getInputProps('role')}
    />
  );
}

/** The role that a form has. */
export function roleOf({ role }: { readonly role: string }): Role {
  return ROLES.find((each) => each === role) ?? 'ReadOnly';
}
