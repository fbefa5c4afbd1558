import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { use, useMemo } from 'react';
import { addressFormat, type AddressFormat } from './address-formats.ts';
import { countriesIn } from './countries.ts';
import { useAddressTexts } from './address-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import classes from './address-fields.module.css';
import type { AddressValues } from './address-values.ts';

/** The part of a form that has an address among its fields. */
interface AddressInputs {
  readonly values: AddressValues;
  readonly input: (name: keyof AddressValues) => object;
}

interface AddressFieldsProps {
  readonly fields: AddressInputs;
  readonly isSending: boolean;
}

/** An address: first the country, then the fields that letters have there. */
export function AddressFields({ fields, isSending }: AddressFieldsProps) {
  const texts = useAddressTexts();
  const { locale } = use(LanguageOfPage);
  const options = useMemo(
    () => countriesIn(locale).map(({ code, name }) => ({ value: code, label: name })),
    [locale],
  );
  const country = fields.values.countryCode;
  return (
    <>
      <SelectField
        label={texts.country}
        autoComplete="country"
        size="md"
        required
        disabled={isSending}
        options={[{ value: '', label: texts.chooseCountry }, ...options]}
        {...fields.input('countryCode')}
      />
      {country === '' ? null : (
        <FieldsOfCountry fields={fields} isSending={isSending} format={addressFormat(country)} />
      )}
    </>
  );
}

function FieldsOfCountry({
  fields,
  isSending,
  format,
}: AddressFieldsProps & { readonly format: AddressFormat }) {
  const texts = useAddressTexts();
  const shared = { size: 'md', readOnly: isSending } as const;
  const { postCode, city, region } = format;
  const parts = [
    postCode && (
      <TextInput
        key="postCode"
        label={texts.postCodes[postCode.label]}
        autoComplete="postal-code"
        required
        {...shared}
        {...fields.input('postCode')}
      />
    ),
    city && (
      <TextInput
        key="locality"
        label={texts.cities[city]}
        autoComplete="address-level2"
        required
        {...shared}
        {...fields.input('locality')}
      />
    ),
    region && <RegionField key="region" fields={fields} isSending={isSending} region={region} />,
  ];
  const [first, ...others] = parts;
  return (
    <>
      <TextInput
        label={texts.street}
        autoComplete="address-line1"
        required
        {...shared}
        {...fields.input('streetAddress1')}
      />
      <TextInput
        label={texts.street2}
        autoComplete="address-line2"
        {...shared}
        {...fields.input('streetAddress2')}
      />
      <div className={classes.places}>{format.postCodeLast ? [...others, first] : parts}</div>
    </>
  );
}

interface RegionFieldProps extends AddressFieldsProps {
  readonly region: NonNullable<AddressFormat['region']>;
}

function RegionField({ fields, isSending, region }: RegionFieldProps) {
  const texts = useAddressTexts();
  const shared = {
    label: texts.regions[region.label],
    autoComplete: 'address-level1',
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
