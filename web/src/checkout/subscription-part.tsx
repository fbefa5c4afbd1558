import { Stack, Text } from '@mantine/core';
import { use } from 'react';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import type { Checkout } from '../api/checkout.ts';
import { LaterPayments } from './later-payments.tsx';
import type { PaymentFormFields } from './payment-fields.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

interface SubscriptionPartProps {
  readonly checkout: Checkout;
  readonly terms: NonNullable<Checkout['subscription']>;
  readonly fields: PaymentFormFields;
  readonly isSending: boolean;
}

/** What the buyer pays later, how it is cancelled, and the consent to it. */
export function SubscriptionPart({ checkout, terms, fields, isSending }: SubscriptionPartProps) {
  const texts = useSubscriptionTexts();
  const { language, locale } = use(LanguageOfPage);
  const names = new Intl.ListFormat(locale).format(terms.subscribed);
  return (
    <Stack component="section" gap="sm" aria-labelledby="later-heading">
      <SectionHeading id="later-heading">{texts.heading}</SectionHeading>
      <LaterPayments checkout={checkout} />
      <Text size="sm" c="dimmed">
        {texts.cancel}
      </Text>
      <CheckField
        label={terms.consent[language]}
        isDisabled={isSending}
        isRequired
        {...fields.getInputProps('recurringConsent', { type: 'checkbox' })}
      />
      {terms.subscribed.length === 0 ? null : (
        <CheckField
          label={texts.another(names)}
          description={texts.anotherReason(names)}
          isDisabled={isSending}
          isRequired
          {...fields.getInputProps('anotherSubscription', { type: 'checkbox' })}
        />
      )}
    </Stack>
  );
}
