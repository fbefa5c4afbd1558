import '@latchkey/ui/fields/fields.css';
import { isProblem } from '@latchkey/sdk';
import { Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { CodeField } from './code-field.tsx';
import { hasCodeHabit, keepCodeHabit } from './code-habit.ts';
import classes from './entrance.module.css';
import { Entrance } from './entrance.tsx';
import { hasPasskeySupport, signWithPasskey } from './passkey.ts';
import { ProofButton } from './proof-button.tsx';
import { PasswordField } from './password-field.tsx';
import { nextPath } from './next-path.ts';
import { providerQuery } from './provider-query.ts';
import { leaveForProvider } from './provider-visit.ts';
import { type Session, sessionQuery } from './session.ts';

const route = getRouteApi('/sign-in');

/** Email and password, or a passkey, and then the page that somebody wanted. */
export function SignInPage() {
  const { passkey, provider: providerTexts, signIn } = useTexts();
  const { next } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const form = usePageForm({ email: '', password: '', oneTimeCode: '' });
  const [hasCodeField, setHasCodeField] = useState(hasCodeHabit);
  const provider = useQuery(providerQuery);
  const enter = (session: Session) => {
    // What somebody else saw in this browser before is not shown.
    queryClient.clear();
    queryClient.setQueryData(sessionQuery.queryKey, session);
    router.history.push(router.basepath + nextPath(next));
  };
  const enterWithPasskey = async () => {
    const request = await answer(api.POST('/api/operator/session/passkey/options'));
    const body = await signWithPasskey(request, passkey);
    enter(await answer(api.POST('/api/operator/session/passkey', { body })));
  };
  const goToProvider = async () => {
    const departure = await answer(api.POST('/api/operator/session/provider/options'));
    leaveForProvider(departure, { next: nextPath(next), isConfirmation: false });
  };
  const send = async ({ oneTimeCode, ...proof }: typeof form.values) => {
    const body = { ...proof, ...(oneTimeCode !== '' && { oneTimeCode }) };
    let session: Session;
    try {
      session = await answer(api.POST('/api/operator/session', { body }));
    } catch (error) {
      // The server does not say whether a code is missing, so everybody may enter one.
      if (isProblem(error, 'SignInRefused')) setHasCodeField(true);
      throw error;
    }
    keepCodeHabit(oneTimeCode !== '');
    enter(session);
  };
  return (
    <Entrance title={signIn.title}>
      <DataForm
        form={form}
        outcome="none"
        fields={['email', 'password', 'oneTimeCode']}
        submitLabel={signIn.submit}
        send={send}
        explain={({ errorType, status }) => {
          if (errorType === 'SignInRefused') return signIn.wrong;
          return status === 429 ? signIn.wait : undefined;
        }}
      >
        <TextInput
          type="email"
          label={signIn.email}
          autoComplete="username"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={signIn.password}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        {hasCodeField ? <CodeField {...form.getInputProps('oneTimeCode')} /> : null}
      </DataForm>
      {hasPasskeySupport() ? <ProofButton label={passkey.signIn} run={enterWithPasskey} /> : null}
      {provider.data?.name === undefined ? null : (
        <ProofButton label={providerTexts.signIn(provider.data.name)} run={goToProvider} />
      )}
      <Link to="/forgotten" className={classes.link ?? ''}>
        {signIn.forgotten}
      </Link>
      <Text size="sm" c="dimmed">
        {signIn.help}
      </Text>
    </Entrance>
  );
}
