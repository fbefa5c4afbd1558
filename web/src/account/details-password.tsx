import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { requestPasswordReset } from '../api/identity.ts';
import { LinkButton } from '../identity/identity-form.tsx';
import { useDetailsTexts } from './details-texts.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useCustomer } from './customer.ts';
import { DetailsSection, OpenButton, OpenForm, Outcome } from './details-section.tsx';
import { Loading } from './loading.tsx';

const PasswordForm = lazy(() =>
  import('./details-password-form.tsx').then((module) => ({ default: module.PasswordForm })),
);

/** The form to change the password, and the link for those who do not know the current one, or have none. */
export function PasswordSection() {
  const texts = useDetailsTexts();
  const [state, setState] = useState<'Closed' | 'Open' | 'Changed'>('Closed');
  return (
    <DetailsSection title={texts.password}>
      {state === 'Open' ? (
        <Suspense fallback={<Loading heights={[240]} />}>
          <OpenForm>
            <PasswordForm
              onClose={(isChanged) => {
                setState(isChanged ? 'Changed' : 'Closed');
              }}
            />
          </OpenForm>
        </Suspense>
      ) : (
        <OpenButton
          onOpen={() => {
            setState('Open');
          }}
        >
          {texts.changePassword}
        </OpenButton>
      )}
      {state === 'Open' ? <ForgottenPassword /> : null}
      <Outcome>{state === 'Changed' ? texts.passwordChanged : ''}</Outcome>
    </DetailsSection>
  );
}

/** Mails a link with which the customer chooses a password without the current one. */
function ForgottenPassword() {
  const texts = useDetailsTexts();
  const { failure } = useTexts();
  const { email } = useCustomer();
  const sending = useMutation({ mutationFn: () => requestPasswordReset(email) });
  return (
    <div>
      {sending.isSuccess ? null : (
        <LinkButton
          onClick={() => {
            if (!sending.isPending) sending.mutate();
          }}
        >
          {texts.forgotten}
        </LinkButton>
      )}
      {sending.error === null ? null : <ErrorLine>{failureMessage(sending.error, failure).text}</ErrorLine>}
      <Text size="sm" component="output">
        {sending.isSuccess ? texts.forgottenSent(email) : ''}
      </Text>
    </div>
  );
}
