import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { emailMessage } from '@latchkey/ui/fields/form-messages.ts';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { api, done } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './entrance.module.css';
import { Entrance } from './entrance.tsx';

/** Has a link for a new password mailed; it never says whether somebody has the email. */
export function ForgottenPage() {
  const { signIn, forgotten } = useTexts();
  const shared = useSharedTexts();
  const form = usePageForm({ email: '' });
  const [isSent, setIsSent] = useState(false);
  const send = async ({ email }: { readonly email: string }) => {
    const message = emailMessage(email, shared.form);
    if (message !== undefined) {
      showErrors(form, { email: message });
      return;
    }
    await done(api.POST('/api/operator/forgotten-password', { body: { email: email.trim() } }));
    setIsSent(true);
  };
  return (
    <Entrance title={forgotten.title}>
      {isSent ? (
        <Text component="output" size="sm">
          {forgotten.sent(form.values.email.trim())}
        </Text>
      ) : (
        <DataForm
          form={form}
          outcome="none"
          fields={['email']}
          submitLabel={forgotten.submit}
          send={send}
          explain={({ status }) => (status === 429 ? forgotten.wait : undefined)}
        >
          <Text size="sm">{forgotten.text}</Text>
          <TextInput
            type="email"
            label={signIn.email}
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
        </DataForm>
      )}
      <Link to="/sign-in" className={classes.link ?? ''}>
        {forgotten.back}
      </Link>
    </Entrance>
  );
}
