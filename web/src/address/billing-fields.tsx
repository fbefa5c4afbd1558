import '@latchkey/ui/fields/fields.css';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { TextInput } from '@mantine/core';
import { AddressFields } from './address-fields.tsx';
import { useAddressTexts } from './address-texts.ts';
import type { BillingValues } from './address-values.ts';
import { hasVatNumbers } from './country.ts';

interface BillingFieldsProps {
  /** A form that has billing details among its fields. */
  readonly form: PageForm<BillingValues>;
  readonly isSending: boolean;
  readonly hasPhone?: boolean;
  /** Only a business fills in this form: nothing asks whether the buyer is one. */
  readonly isForBusiness?: boolean;
  /** About the tax id. */
  readonly notice?: string | undefined;
  readonly onCountryChange?: () => void;
}

/** A billing address, and the business, if the buyer is one. */
export function BillingFields({
  form,
  isSending,
  hasPhone = false,
  isForBusiness = false,
  notice,
  onCountryChange,
}: BillingFieldsProps) {
  const texts = useAddressTexts();
  const shared = { size: 'md', readOnly: isSending } as const;
  const { countryCode, isBusiness } = form.values;
  return (
    <>
      <AddressFields
        form={form}
        isSending={isSending}
        kind="billing"
        {...(onCountryChange === undefined ? {} : { onCountryChange })}
      />
      {hasPhone ? (
        <TextInput
          label={texts.phone}
          type="tel"
          autoComplete="tel"
          {...shared}
          {...form.getInputProps('phone')}
        />
      ) : null}
      {isForBusiness ? null : (
        <CheckField
          label={texts.business}
          isDisabled={isSending}
          {...form.getInputProps('isBusiness', { type: 'checkbox' })}
        />
      )}
      {isBusiness ? (
        <>
          <TextInput
            label={texts.businessName}
            autoComplete="organization"
            required
            {...shared}
            {...form.getInputProps('businessName')}
          />
          <TextInput
            label={texts.taxId(hasVatNumbers(countryCode))}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            description={notice}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...shared}
            {...form.getInputProps('taxId')}
          />
        </>
      ) : null}
    </>
  );
}
