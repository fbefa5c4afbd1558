import '@latchkey/ui/fields/fields.css';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import { browserSession } from '../api/browser-session.ts';
import { deleteAccount } from '../api/profile.ts';
import { IdentityFormFrame } from '../identity/identity-form.tsx';
import { PasswordField } from '../identity/password-field.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useAccountTexts } from './account-texts.ts';
import { useDetailsTexts } from './details-texts.ts';
import classes from './account.module.css';
import { useCustomer } from './customer.ts';

interface DeleteFormProps {
  readonly onDeleted: () => void;
  readonly onCancel: () => void;
}

/** Explains what is lost and what stays, then asks for the address and the password. */
export function DeleteForm(props: DeleteFormProps) {
  return (
    <>
      <Consequences />
      <Proof {...props} />
    </>
  );
}

function Consequences() {
  const texts = useDetailsTexts();
  const list = (title: string, items: readonly string[]) => (
    <div>
      <Text fw={600}>{title}</Text>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
  return (
    <Stack gap="sm" mb="md">
      {list(texts.lost, texts.losses)}
      {list(texts.kept, texts.keepings)}
    </Stack>
  );
}

function Proof({ onDeleted, onCancel }: DeleteFormProps) {
  const texts = useDetailsTexts();
  const { common } = useAccountTexts();
  const { email } = useCustomer();
  const form = useIdentityForm({
    initialValues: { confirmation: '', password: '' },
    check: ({ confirmation, password }) => ({
      ...(!isSameAddress(confirmation, email) && { confirmation: texts.confirmMissing(email) }),
      ...(password === '' && { password: texts.enterPassword }),
    }),
    send: ({ password }) => deleteAccount(password),
    besideOf: (failure) =>
      isProblem(failure, 'InvalidCredentials') ? { password: texts.wrongPassword } : undefined,
    onDone: () => {
      onDeleted();
      browserSession.end();
    },
  });
  const { fields, isSending } = form;
  return (
    <IdentityFormFrame
      form={form}
      name={texts.delete}
      submitLabel={texts.deleteNow}
      sendingText={texts.deleting}
      isPart
      isDangerous
      aside={
        <Button variant="subtle" disabled={isSending} onClick={onCancel}>
          {common.cancel}
        </Button>
      }
    >
      <TextInput
        label={texts.confirmWith(email)}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        required
        readOnly={isSending}
        {...fields.getInputProps('confirmation')}
      />
      <PasswordField
        label={texts.deletePassword}
        kind="current-password"
        isSending={isSending}
        input={fields.getInputProps('password')}
      />
    </IdentityFormFrame>
  );
}

function isSameAddress(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.toLowerCase();
}
