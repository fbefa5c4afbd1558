import '@latchkey/ui/fields/fields.css';
import { type ComponentProps, use, useMemo } from 'react';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { countriesIn } from '@latchkey/ui/places/countries.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useTexts } from '../texts/dashboard-texts.ts';

interface CountryFieldProps extends Omit<ComponentProps<typeof SelectField>, 'options'> {
  /** A code of ISO 3166 such as `DE`; empty: none. */
  readonly value?: string;
  /** What the field says while no country is chosen; absent: to choose one. */
  readonly noCountry?: string;
}

/** A country by its name in the language of the page. */
export function CountryField({ value = '', noCountry, ...props }: CountryFieldProps) {
  const { places } = useTexts();
  const { locale } = use(LanguageOfPage);
  const countries = useMemo(() => countriesIn(locale), [locale]);
  const code = value.toUpperCase();
  const isListed = code === '' || countries.some((each) => each.code === code);
  return (
    <SelectField
      {...props}
      value={code}
      options={[
        { value: '', label: noCountry ?? places.chooseCountry },
        ...(isListed ? [] : [code]),
        ...countries.map((each) => ({ value: each.code, label: each.name })),
      ]}
    />
  );
}
