import '@latchkey/ui/fields/fields.css';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { Checkout } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import type { Texts } from './checkout-en.ts';
import { LockIcon } from '../page/icons.tsx';
import classes from './buyer-fields.module.css';
import type { PaymentFormFields } from './payment-fields.ts';
import { Note } from '@latchkey/ui/note.tsx';

interface BuyerFieldsProps {
  readonly checkout: Pick<Checkout, 'buyer' | 'forOwner'>;
  readonly fields: PaymentFormFields;
  readonly isSending: boolean;
  readonly onSignIn: (() => void) | undefined;
}

/** The buyer; a guest may sign in instead. */
export function BuyerFields({ checkout, fields, isSending, onSignIn }: BuyerFieldsProps) {
  const { details } = useTexts();
  const { buyer } = checkout;
  return (
    <Stack gap="md">
      {onSignIn === undefined ? null : (
        <div className={classes.account}>
          <Text size="sm" c="dimmed">
            {details.haveAccount}
          </Text>
          <Button variant="subtle" size="compact-sm" disabled={isSending} onClick={onSignIn}>
            {details.signIn}
          </Button>
        </div>
      )}
      <TextInput
        label={details.name}
        autoComplete="name"
        size="md"
        required
        readOnly={isSending}
        {...fields.getInputProps('name')}
      />
      <TextInput
        label={details.email}
        description={emailPurpose(checkout, details)}
        type="email"
        autoComplete="email"
        size="md"
        required
        readOnly={isSending || buyer.locked}
        {...(buyer.locked ? { rightSection: <LockIcon size={18} /> } : {})}
        {...fields.getInputProps('email')}
      />
    </Stack>
  );
}

function emailPurpose(
  { buyer, forOwner }: Pick<Checkout, 'buyer' | 'forOwner'>,
  texts: Texts['details'],
): string {
  if (forOwner) return texts.emailForOwner;
  return buyer.locked ? texts.emailOfAccount : texts.emailOfGuest;
}

/** The order belongs to an account that the link does not show: a payment here buys for that account. */
export function OwnerNote() {
  const { details } = useTexts();
  return (
    <Note icon={<LockIcon size={18} />} title={details.ownerTitle}>
      <Text size="sm">{details.ownerText}</Text>
    </Note>
  );
}
