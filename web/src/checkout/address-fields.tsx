import '@latchkey/ui/fields/fields.css';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { use, useMemo } from 'react';
import { useTexts } from './checkout-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { type AddressFormat, addressFormat } from '../address/address-formats.ts';
import classes from './address-fields.module.css';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { countriesIn } from '../address/countries.ts';
import type { PaymentFormFields } from './payment-fields.ts';

interface FieldsProps {
  readonly fields: PaymentFormFields;
  readonly isSending: boolean;
}

interface AddressFieldsProps extends FieldsProps {
  readonly hasPhone: boolean;
  /** About the tax id. */
  readonly notice: string | undefined;
  /** Continues without an address; absent where the shop requires one. */
  readonly onClose: (() => void) | undefined;
}

/** The billing address, country first, then the fields that letters have there; and the business, if it is one. */
export function AddressFields({ fields, isSending, hasPhone, notice, onClose }: AddressFieldsProps) {
  const { address: texts } = useTexts();
  const { country } = fields.values;
  return (
    <Stack component="fieldset" gap="md" className={classes.address}>
      <Text component="legend" fw={600} className={classes.heading}>
        {texts.heading}
      </Text>
      <CountryField fields={fields} isSending={isSending} />
      {country === '' ? null : <AddressOfCountry fields={fields} isSending={isSending} />}
      {hasPhone ? (
        <TextInput
          label={texts.phone}
          type="tel"
          autoComplete="tel"
          size="md"
          readOnly={isSending}
          {...fields.input('phone')}
        />
      ) : null}
      <BusinessFields fields={fields} isSending={isSending} notice={notice} />
      {onClose === undefined ? null : (
        <Button
          variant="subtle"
          size="compact-md"
          className={classes.add}
          disabled={isSending}
          onClick={onClose}
        >
          {texts.remove}
        </Button>
      )}
    </Stack>
  );
}

function CountryField({ fields, isSending }: FieldsProps) {
  const { address: texts } = useTexts();
  const { locale } = use(LanguageOfPage);
  const options = useMemo(
    () => countriesIn(locale).map(({ code, name }) => ({ value: code, label: name })),
    [locale],
  );
  const input = fields.input('country');
  return (
    <SelectField
      label={texts.country}
      autoComplete="billing country"
      size="md"
      required
      disabled={isSending}
      options={[{ value: '', label: texts.chooseCountry }, ...options]}
      {...input}
      onChange={(event) => {
        // Input for another country has another meaning here.
        fields.setErrors({});
        fields.change({ country: event.currentTarget.value, region: '', confirmsCountry: false });
      }}
    />
  );
}

function AddressOfCountry(props: FieldsProps) {
  const { fields, isSending } = props;
  const { address: texts } = useTexts();
  const format = addressFormat(fields.values.country);
  const shared = { size: 'md', readOnly: isSending } as const;
  const postCode = format.postCode && (
    <TextInput
      key="postCode"
      label={texts.postCodes[format.postCode.label]}
      autoComplete="billing postal-code"
      required
      {...shared}
      {...fields.input('postCode')}
    />
  );
  const city = format.city && (
    <TextInput
      key="city"
      label={texts.cities[format.city]}
      autoComplete="billing address-level2"
      required
      {...shared}
      {...fields.input('city')}
    />
  );
  const region = <RegionField key="region" {...props} format={format} />;
  return (
    <>
      <TextInput
        label={texts.street}
        autoComplete="billing address-line1"
        required
        {...shared}
        {...fields.input('street')}
      />
      <TextInput
        label={texts.street2}
        autoComplete="billing address-line2"
        {...shared}
        {...fields.input('street2')}
      />
      <div className={classes.places}>
        {format.postCodeLast ? [city, region, postCode] : [postCode, city, region]}
      </div>
    </>
  );
}

function RegionField({ fields, isSending, format }: FieldsProps & { readonly format: AddressFormat }) {
  const { address: texts } = useTexts();
  const { region } = format;
  if (region === undefined) return null;
  const shared = {
    label: texts.regions[region.label],
    autoComplete: 'billing address-level1',
    size: 'md',
    required: true,
    ...fields.input('region'),
  } as const;
  if (region.codes === undefined) return <TextInput {...shared} readOnly={isSending} />;
  return (
    <SelectField
      {...shared}
      disabled={isSending}
      options={[{ value: '', label: texts.chooseRegion }, ...region.codes]}
    />
  );
}

function BusinessFields({ fields, isSending, notice }: FieldsProps & Pick<AddressFieldsProps, 'notice'>) {
  const { address: texts } = useTexts();
  const shared = { size: 'md', readOnly: isSending } as const;
  return (
    <>
      <CheckField label={texts.business} isDisabled={isSending} box={fields.checkbox('isBusiness')} />
      {fields.values.isBusiness ? (
        <>
          <TextInput
            label={texts.businessName}
            autoComplete="organization"
            required
            {...shared}
            {...fields.input('businessName')}
          />
          <TextInput
            label={texts.taxId}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            description={notice}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...shared}
            {...fields.input('taxId')}
          />
        </>
      ) : null}
    </>
  );
}
