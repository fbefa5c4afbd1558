import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { browserSession } from '../api/browser-session.ts';
import { sendConfirmation } from '../api/identity.ts';
import { changeProfile, type Profile } from '../api/profile.ts';
import { EmailField, IdentityFormFrame, NameField } from '../identity/identity-form.tsx';
import { identityRefusal } from '../identity/identity-notice.ts';
import { useTexts as useFormTexts } from '../identity/identity-texts.ts';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useAccountTexts } from './account-texts.ts';
import { useDetailsTexts } from './details-texts.ts';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { emailMessage } from '@latchkey/ui/fields/form-messages.ts';
import { DetailsSection, OpenButton, OpenForm, Outcome } from './details-section.tsx';
import { renameCustomer } from './rename-customer.ts';
import { useProfileUpdate } from './queries.ts';

interface ProfileProps {
  readonly profile: Profile;
}

/** The customer's name and email address. */
export function IdentitySection({ profile }: ProfileProps) {
  const texts = useDetailsTexts();
  return (
    <DetailsSection title={texts.profile}>
      <NameForm profile={profile} />
      <EmailPart profile={profile} />
    </DetailsSection>
  );
}

function NameForm({ profile }: ProfileProps) {
  const texts = useDetailsTexts();
  const { common } = useAccountTexts();
  const { form: messages } = useTexts();
  const update = useProfileUpdate();
  const [savedName, setSavedName] = useState<string>();
  const form = useIdentityForm({
    initialValues: { name: profile.name ?? '' },
    check: ({ name }) => (name.trim() === '' ? { name: messages.enterName } : {}),
    send: ({ name }) => changeProfile({ name: name.trim() }),
    onDone: (changed, { name }) => {
      update(changed);
      renameCustomer(browserSession, changed);
      setSavedName(name);
    },
  });
  const isSaved = savedName === form.fields.values.name && !form.isSending;
  return (
    <IdentityFormFrame
      form={form}
      name={texts.name}
      submitLabel={common.save}
      sendingText={common.saving}
      isPart
      aside={<Outcome>{isSaved ? common.saved : ''}</Outcome>}
    >
      <NameField isSending={form.isSending} input={form.fields.getInputProps('name')} />
    </IdentityFormFrame>
  );
}

/** The address, and the form to change it; a new one may have to be proven first. */
function EmailPart({ profile }: ProfileProps) {
  const texts = useDetailsTexts();
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState('');
  const update = useProfileUpdate();
  return (
    <Stack gap="xs">
      <div>
        <Text fw={600}>{texts.email}</Text>
        <Text style={{ overflowWrap: 'anywhere' }}>{profile.email}</Text>
        {profile.confirmedAccount ? null : <Unconfirmed email={profile.email} />}
      </div>
      {isOpen ? (
        <OpenForm>
          <EmailForm
            profile={profile}
            onCancel={() => {
              setOpen(false);
            }}
            onDone={(changed, email) => {
              const isPending = changed.email === profile.email;
              update(changed);
              renameCustomer(browserSession, changed);
              setOpen(false);
              setOutcome(isPending ? texts.emailPending(email) : texts.emailChanged(email));
            }}
          />
        </OpenForm>
      ) : (
        <OpenButton
          onOpen={() => {
            setOutcome('');
            setOpen(true);
          }}
        >
          {texts.changeEmail}
        </OpenButton>
      )}
      <Outcome>{outcome}</Outcome>
    </Stack>
  );
}

/** The address is not proven yet; the link that proves it can be requested again. */
function Unconfirmed({ email }: Pick<Profile, 'email'>) {
  const texts = useDetailsTexts();
  const formTexts = useFormTexts();
  const sending = useMutation({ mutationFn: sendConfirmation });
  const refusal = sending.error === null ? undefined : identityRefusal(sending.error, [], formTexts).notice;
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" c="dimmed" component="output">
        {sending.isSuccess ? texts.linkSent(email) : texts.unconfirmed}
      </Text>
      {refusal === undefined ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {`${refusal.title}. ${refusal.messages.join(' ')}`}
        </Text>
      )}
      {sending.isSuccess ? null : (
        <Button
          variant="default"
          loading={sending.isPending}
          onClick={() => {
            sending.mutate();
          }}
        >
          {texts.sendLink}
        </Button>
      )}
    </Stack>
  );
}

interface EmailFormProps extends ProfileProps {
  readonly onCancel: () => void;
  readonly onDone: (changed: Profile, email: string) => void;
}

function EmailForm({ profile, onCancel, onDone }: EmailFormProps) {
  const texts = useDetailsTexts();
  const { common } = useAccountTexts();
  const { form: messages } = useTexts();
  const form = useIdentityForm({
    initialValues: { email: '' },
    check: ({ email }) => {
      const message = emailMessage(email, messages);
      if (message !== undefined) return { email: message };
      return email.trim().toLowerCase() === profile.email.toLowerCase() ? { email: texts.emailSame } : {};
    },
    send: ({ email }) => changeProfile({ email: email.trim() }),
    onDone: (changed, { email }) => {
      onDone(changed, email.trim());
    },
  });
  return (
    <IdentityFormFrame
      form={form}
      name={texts.changeEmail}
      submitLabel={texts.emailSend}
      sendingText={common.saving}
      isPart
      aside={
        <Button variant="subtle" onClick={onCancel}>
          {common.cancel}
        </Button>
      }
    >
      <EmailField
        label={texts.newEmail}
        isSending={form.isSending}
        input={form.fields.getInputProps('email')}
      />
    </IdentityFormFrame>
  );
}
