import '../ui/fields.css';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { browserSession } from '../api/browser-session.ts';
import { deleteAccount } from '../api/profile.ts';
import { IdentityFormFrame, PasswordField } from '../identity/identity-form.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { SiteFrame } from '../site/site-frame.tsx';
import { useAccountTexts } from '../texts/account-texts.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import classes from './account.module.css';
import { useCustomer } from './customer.ts';
import { DetailsSection, OpenButton, OpenForm } from './details-section.tsx';

interface DeleteAccountProps {
  readonly onDeleted: () => void;
}

/** Deletes the customer: says what is lost and what stays, then asks for the address and the password. */
export function DeleteAccount({ onDeleted }: DeleteAccountProps) {
  const { details: texts } = useAccountTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <DetailsSection title={texts.delete} text={texts.deleteText}>
      {isOpen ? (
        <OpenForm>
          <Consequences />
          <DeleteForm
            onDeleted={onDeleted}
            onCancel={() => {
              setOpen(false);
            }}
          />
        </OpenForm>
      ) : (
        <OpenButton
          onOpen={() => {
            setOpen(true);
          }}
        >
          {texts.deleteOpen}
        </OpenButton>
      )}
    </DetailsSection>
  );
}

function Consequences() {
  const { details: texts } = useAccountTexts();
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

interface DeleteFormProps extends DeleteAccountProps {
  readonly onCancel: () => void;
}

function DeleteForm({ onDeleted, onCancel }: DeleteFormProps) {
  const { details: texts, common } = useAccountTexts();
  const { email } = useCustomer();
  const form = useIdentityForm({
    names: ['confirmation', 'password'] as const,
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
        {...fields.input('confirmation')}
      />
      <PasswordField
        label={texts.deletePassword}
        kind="current-password"
        isSending={isSending}
        input={fields.input('password')}
      />
    </IdentityFormFrame>
  );
}

function isSameAddress(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.toLowerCase();
}

/** The customer is no more. */
export function DeletedPage() {
  const { details: texts, common } = useAccountTexts();
  return (
    <SiteFrame title={texts.deleted} width="narrow">
      <div className={classes.empty}>
        <span className={`${classes.mark} ${classes.good}`}>
          <CheckIcon size={28} />
        </span>
        <div>
          <PageHeading takesFocus>{texts.deleted}</PageHeading>
          <Text>{texts.deletedText}</Text>
        </div>
        <Button renderRoot={(props) => <Link to="/shop" {...props} />}>{common.toShop}</Button>
      </div>
    </SiteFrame>
  );
}
