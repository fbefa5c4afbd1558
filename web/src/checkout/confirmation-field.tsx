import { use } from 'react';
import type { Checkout } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { countryName } from '../address/country.ts';
import type { PaymentFormFields } from './payment-fields.ts';

interface ConfirmationFieldProps {
  readonly tax: Checkout['tax'];
  readonly fields: PaymentFormFields;
  readonly isSending: boolean;
}

/** Asks the buyer to confirm the country, where the connection indicates another one and taxes depend on it. */
export function ConfirmationField({ tax, fields, isSending }: ConfirmationFieldProps) {
  const { address: texts } = useTexts();
  const { locale } = use(LanguageOfPage);
  const { countryCode, isBusiness } = fields.values;
  const code = countryCode === '' ? (tax?.rates[0]?.country ?? '') : countryCode;
  const name = code === '' ? texts.thisCountry : countryName(code, locale);
  const other = tax?.unclearCountry;
  return (
    <CheckField
      label={isBusiness ? texts.confirmBusiness(name) : texts.confirm(name)}
      description={other === undefined ? undefined : texts.confirmReason(countryName(other, locale))}
      isDisabled={isSending}
      isRequired
      {...fields.getInputProps('confirmsCountry', { type: 'checkbox' })}
    />
  );
}
