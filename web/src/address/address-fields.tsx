import '@latchkey/ui/fields/fields.css';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { TextInput } from '@mantine/core';
import { use, useMemo } from 'react';
import classes from './address-fields.module.css';
import { type AddressFormat, addressFormat } from './address-formats.ts';
import { useAddressTexts } from './address-texts.ts';
import type { AddressValues } from './address-values.ts';
import { countriesIn } from '@latchkey/ui/places/countries.ts';

interface AddressFieldsProps {
  /** A form that has an address among its fields. */
  readonly form: PageForm<AddressValues>;
  readonly isSending: boolean;
  /** The kind of address that a browser should fill in; any when absent. */
  readonly kind?: 'billing';
  readonly onCountryChange?: () => void;
}

/** An address: first the country, then the fields that letters have there. */
export function AddressFields({ form, isSending, kind, onCountryChange }: AddressFieldsProps) {
  const texts = useAddressTexts();
  const { locale } = use(LanguageOfPage);
  const options = useMemo(
    () => countriesIn(locale).map(({ code, name }) => ({ value: code, label: name })),
    [locale],
  );
  const country = form.values.countryCode;
  return (
    <>
      <SelectField
        label={texts.country}
        autoComplete={fillIn(kind, 'country')}
        size="md"
        required
        disabled={isSending}
        options={[{ value: '', label: texts.chooseCountry }, ...options]}
        {...form.getInputProps('countryCode')}
        onChange={({ currentTarget }) => {
          // Input for another country has another meaning here. This removes all messages, too.
          form.setValues({ countryCode: currentTarget.value, region: '' });
          onCountryChange?.();
        }}
      />
      {country === '' ? null : (
        <FieldsOfCountry form={form} isSending={isSending} kind={kind} format={addressFormat(country)} />
      )}
    </>
  );
}

interface PartProps extends Pick<AddressFieldsProps, 'form' | 'isSending'> {
  readonly kind: AddressFieldsProps['kind'];
  readonly format: AddressFormat;
}

function FieldsOfCountry(props: PartProps) {
  const { form, isSending, kind, format } = props;
  const texts = useAddressTexts();
  const shared = { size: 'md', readOnly: isSending } as const;
  const postCode = format.postCode && (
    <TextInput
      key="postCode"
      label={texts.postCodes[format.postCode.label]}
      autoComplete={fillIn(kind, 'postal-code')}
      required
      {...shared}
      {...form.getInputProps('postCode')}
    />
  );
  const city = format.city && (
    <TextInput
      key="locality"
      label={texts.cities[format.city]}
      autoComplete={fillIn(kind, 'address-level2')}
      required
      {...shared}
      {...form.getInputProps('locality')}
    />
  );
  const region = <RegionField key="region" {...props} />;
  return (
    <>
      <TextInput
        label={texts.street}
        autoComplete={fillIn(kind, 'address-line1')}
        required
        {...shared}
        {...form.getInputProps('streetAddress1')}
      />
      <TextInput
        label={texts.street2}
        autoComplete={fillIn(kind, 'address-line2')}
        {...shared}
        {...form.getInputProps('streetAddress2')}
      />
      <div className={classes.places}>
        {format.postCodeLast ? [city, region, postCode] : [postCode, city, region]}
      </div>
    </>
  );
}

function RegionField({ form, isSending, kind, format: { region } }: PartProps) {
  const texts = useAddressTexts();
  if (region === undefined) return null;
  const shared = {
    label: texts.regions[region.label],
    autoComplete: fillIn(kind, 'address-level1'),
    size: 'md',
    required: true,
    ...form.getInputProps('region'),
  } as const;
  if (region.choices === undefined) return <TextInput {...shared} readOnly={isSending} />;
  return (
    <SelectField
      {...shared}
      disabled={isSending}
      options={[
        { value: '', label: texts.chooseRegion },
        ...region.choices.map(({ code, name }) => ({ value: code, label: name })),
      ]}
    />
  );
}

/** What the browser should fill in, such as `billing country`. */
function fillIn(kind: AddressFieldsProps['kind'], part: string): string {
  return kind === undefined ? part : `${kind} ${part}`;
}
