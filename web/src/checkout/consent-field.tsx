import { Anchor, Text } from '@mantine/core';
import type { Checkout, Payment } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import { safeLinkUrl } from '@latchkey/ui/safe-url.ts';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import type { PaymentFormFields } from './payment-fields.ts';

/**
 * The version of `consent.label` in all languages, which is stored with the purchase: a new text needs a new version.
 */
export const CONSENT: NonNullable<Payment['consent']> = { wording: '2026-11' };

interface ConsentFieldProps {
  readonly fields: PaymentFormFields;
  readonly isSending: boolean;
}

/** The buyer's consent to immediate delivery, which ends the right of withdrawal. */
export function ConsentField({ fields, isSending }: ConsentFieldProps) {
  const { consent } = useTexts();
  return (
    <CheckField
      label={consent.label}
      isDisabled={isSending}
      isRequired
      {...fields.getInputProps('consents', { type: 'checkbox' })}
    />
  );
}

/** What the buyer accepts by paying: the terms, if the vendor has any. */
export function TermsNote({ links }: Pick<Checkout, 'links'>) {
  const { consent } = useTexts();
  const url = safeLinkUrl(links.terms);
  if (url === undefined) return null;
  const { before, link, after } = consent.terms;
  return (
    <Text size="sm" c="dimmed">
      {before}
      <Anchor href={url} target="_blank" rel="noreferrer" underline="always" inherit>
        {link}
      </Anchor>
      {after}
    </Text>
  );
}
