import '@latchkey/ui/fields/fields.css';
import { type components, isProblem } from '@latchkey/sdk';
import { Button, Loader, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { CodeField } from './code-field.tsx';
import classes from './entrance.module.css';
import { Entrance } from './entrance.tsx';
import { hasPasskeySupport, makePasskey } from './passkey.ts';
import { PasswordField } from './password-field.tsx';
import { sessionQuery } from './session.ts';

type LinkView = components['schemas']['OperatorLink'];

/** Where the link of a set-up, an invitation or a reset leads: its code is behind the `#`. */
export function WelcomePage() {
  const { welcome } = useTexts();
  const code = window.location.hash.slice(1);
  const link = useQuery({
    queryKey: ['link', code],
    queryFn: ({ signal }) => answer(api.POST('/api/operator/links/view', { body: { code }, signal })),
    // Once accepted, it works no more; the page has what it needs.
    staleTime: Infinity,
  });
  if (link.data !== undefined) return <Welcome link={link.data} code={code} />;
  if (link.error === null) {
    return (
      <Entrance title={welcome.title.Invitation}>
        <Loader />
      </Entrance>
    );
  }
  const isBroken = isProblem(link.error, 'LinkRefused') || isProblem(link.error, 'InvalidInput');
  return (
    <Entrance title={isBroken ? welcome.broken : welcome.title.Invitation}>
      {isBroken ? (
        <>
          <Text size="sm">{welcome.brokenText}</Text>
          <Link to="/sign-in" className={classes.link ?? ''}>
            {welcome.toSignIn}
          </Link>
        </>
      ) : (
        <FailureState failure={link.error} onRetry={() => void link.refetch()} />
      )}
    </Entrance>
  );
}

function Welcome({ link, code }: { readonly link: LinkView; readonly code: string }) {
  const { oneTimeCode: codeTexts, passkey, signIn, welcome } = useTexts();
  const router = useRouter();
  const queryClient = useQueryClient();
  const isSetUp = link.purpose === 'SetUp';
  const [hasPassword, setHasPassword] = useState(true);
  const form = usePageForm({ name: link.name ?? '', email: link.email ?? '', password: '', oneTimeCode: '' });
  const send = async ({ name, email, password, oneTimeCode }: typeof form.values) => {
    const who = { code, name, ...(isSetUp && { email }) };
    const credential = hasPassword
      ? undefined
      : await makePasskey(await answer(api.POST('/api/operator/links/passkey', { body: who })), passkey);
    const body = {
      ...who,
      ...(credential === undefined ? { password } : { passkey: { name: welcome.passkeyName, credential } }),
      ...(link.needsCode && { oneTimeCode }),
    };
    const session = await answer(api.POST('/api/operator/links/accept', { body }));
    queryClient.clear();
    queryClient.setQueryData(sessionQuery.queryKey, session);
    // The code leaves the address.
    router.history.replace(`${router.basepath}/`);
  };
  return (
    <Entrance title={welcome.title[link.purpose]}>
      <Text size="sm">{welcome.text[link.purpose](link.accountName)}</Text>
      <DataForm
        form={form}
        outcome="none"
        fields={['name', 'email', 'password', 'oneTimeCode']}
        submitLabel={welcome.submit}
        send={send}
        explain={({ errorType, status }) => {
          if (errorType === 'LinkRefused') return welcome.brokenText;
          if (errorType === 'SignInRefused') return welcome.wrongCode;
          return status === 429 ? signIn.wait : undefined;
        }}
      >
        <TextInput
          label={welcome.name}
          autoComplete="name"
          required
          withAsterisk={false}
          {...form.getInputProps('name')}
        />
        <TextInput
          type="email"
          label={welcome.email}
          autoComplete="username"
          required
          withAsterisk={false}
          readOnly={!isSetUp}
          {...form.getInputProps('email')}
        />
        {hasPassword ? (
          <PasswordField
            label={welcome.password}
            description={welcome.rules}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        ) : (
          <Text size="sm">{welcome.passkeyText}</Text>
        )}
        {link.needsCode ? (
          <CodeField
            description={codeTexts.needed}
            required
            withAsterisk={false}
            {...form.getInputProps('oneTimeCode')}
          />
        ) : null}
      </DataForm>
      {link.purpose !== 'Reset' && hasPasskeySupport() ? (
        <Button
          variant="default"
          onClick={() => {
            setHasPassword(!hasPassword);
          }}
        >
          {hasPassword ? welcome.withPasskey : welcome.withPassword}
        </Button>
      ) : null}
    </Entrance>
  );
}
