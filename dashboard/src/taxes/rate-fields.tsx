import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { CountryField } from '../form/country-field.tsx';
import { ItemChecks } from '../form/item-checks.tsx';
import { regionsOf } from '../parts/place-name.ts';
import { useItems } from '../price-rules/use-items.ts';
import { REASONS, type RateValues, shareIn } from './rate-values.ts';
import { useTaxTexts } from './tax-texts.ts';

/** Where a rate applies, how high it is, to what, and when. */
export function RateFields({ form }: { readonly form: PageForm<RateValues> }) {
  const texts = useTaxTexts();
  const items = useItems();
  return (
    <>
      <PlaceFields form={form} />
      <TextInput
        inputMode="decimal"
        label={texts.percent}
        description={texts.percentText}
        autoComplete="off"
        {...form.getInputProps('rate')}
      />
      {shareIn(form.values.rate) === 0 ? (
        <SelectField
          label={texts.reason}
          options={REASONS.map((value) => ({ value, label: texts.reasons[value] }))}
          {...form.getInputProps('reason')}
        />
      ) : null}
      <TextInput
        type="date"
        label={texts.firstDay}
        description={texts.firstDayText}
        {...form.getInputProps('firstDay')}
      />
      <TextInput
        type="date"
        label={texts.lastDay}
        description={texts.lastDayText}
        {...form.getInputProps('lastDay')}
      />
      <ItemChecks
        label={texts.items}
        description={texts.itemsText}
        items={items}
        value={form.values.items}
        onChange={(value) => {
          form.setFieldValue('items', value);
        }}
      />
    </>
  );
}

/** A country, and all of it or one of its regions. */
function PlaceFields({ form }: { readonly form: PageForm<RateValues> }) {
  const texts = useTaxTexts();
  const regions = regionsOf(form.values.country);
  return (
    <>
      <CountryField
        label={texts.country}
        {...form.getInputProps('country')}
        onChange={({ currentTarget }) => {
          // A region of another country. This removes all messages, too.
          form.setValues({ country: currentTarget.value, region: '' });
        }}
      />
      {regions === undefined ? (
        <TextInput
          label={texts.region}
          description={texts.regionText}
          maxLength={64}
          autoComplete="off"
          {...form.getInputProps('region')}
        />
      ) : (
        <SelectField
          label={texts.region}
          options={[
            { value: '', label: texts.wholeCountry },
            ...regions.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          {...form.getInputProps('region')}
        />
      )}
    </>
  );
}
