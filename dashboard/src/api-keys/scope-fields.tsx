import '@mantine/core/styles/Fieldset.layer.css';
import { Fieldset, Text } from '@mantine/core';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { mayDo, useSession } from '../session/session.ts';
import { useApiKeyTexts } from './api-key-texts.ts';
import classes from './scope-fields.module.css';
import { type ApiScope, GROUP_NAMES, SCOPE_GROUPS, SCOPES } from './scopes.ts';

/** A yes or no by the name of each scope, besides the name of the key and how many days it works. */
export interface ScopeValues extends Record<string, string | boolean> {
  readonly name: string;
  readonly days: string;
}

/** The rights of a key, by what they are about. Nobody gives a right that they lack. */
export function ScopeFields({ form }: { readonly form: PageForm<ScopeValues> }) {
  const texts = useApiKeyTexts();
  const session = useSession();
  const isEverything = form.values['*'] === true;
  const field = (scope: ApiScope, isDisabled: boolean) => (
    <CheckField
      key={scope}
      label={texts.what[scope]}
      isDisabled={isDisabled}
      checked={form.values[scope] === true}
      onChange={({ currentTarget }) => {
        form.setFieldValue(scope, currentTarget.checked);
      }}
    />
  );
  const lacks = SCOPES.some((scope) => !mayDo(session, scope));
  return (
    <div className={classes.groups}>
      {session.scopes.includes('*') ? field('*', false) : null}
      {lacks ? (
        <Text size="sm" c="dimmed">
          {texts.notYours}
        </Text>
      ) : null}
      {GROUP_NAMES.map((group) => (
        <Fieldset key={group} legend={texts.groups[group]} className={classes.group ?? ''}>
          {SCOPE_GROUPS[group].map((scope) => field(scope, isEverything || !mayDo(session, scope)))}
        </Fieldset>
      ))}
    </div>
  );
}
