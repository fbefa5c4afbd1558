import { useQuery } from '@tanstack/react-query';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { ItemChecks } from '../form/item-checks.tsx';
import { usePlaceName } from '../parts/place-name.ts';
import { ChoiceField } from '../settings/choice-field.tsx';
import { TAX, type ValuesOf } from '../settings/setting-values.ts';
import type { ReadSettings } from '../settings/settings-queries.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import { standardRatesQuery } from './tax-queries.ts';
import { useTaxTexts } from './tax-texts.ts';

const MODES = ['none', 'own', 'provider'] as const;
const PRICES = ['inclusive', 'exclusive'] as const;

/** Who calculates taxes, where they are collected, and from whom. */
export function CollectionSection({ settings }: { readonly settings: ReadSettings }) {
  const texts = useTaxTexts();
  return (
    <SettingsSection
      title={texts.collection}
      settings={settings}
      of={TAX}
      sentences={{
        mode: settings.seller.country === undefined ? texts.needsCountry : texts.providerSells,
        collectsIn: texts.placeShape,
      }}
    >
      {(form) => (
        <>
          <SelectField
            label={texts.mode}
            options={MODES.map((value) => ({ value, label: texts.modes[value] }))}
            {...form.getInputProps('mode')}
          />
          {form.values.mode === 'none' ? null : (
            <SelectField
              label={texts.prices}
              options={PRICES.map((value) => ({ value, label: texts.priceModes[value] }))}
              {...form.getInputProps('prices')}
            />
          )}
          {form.values.mode === 'own' ? <OwnFields form={form} /> : null}
        </>
      )}
    </SettingsSection>
  );
}

interface OwnFieldsProps {
  readonly form: PageForm<ValuesOf<typeof TAX>>;
}

/** What only Latchkey's own calculation needs to know. */
function OwnFields({ form }: OwnFieldsProps) {
  const texts = useTaxTexts();
  return (
    <>
      <ItemChecks
        label={texts.collectsIn}
        description={texts.collectsInText}
        items={usePlaces()}
        value={form.values.collectsIn}
        onChange={(value) => {
          form.setFieldValue('collectsIn', value);
        }}
        error={form.errors['collectsIn']}
      />
      <ChoiceField
        form={form}
        name="belowEuThreshold"
        label={texts.belowEuThreshold}
        description={texts.belowEuThresholdText}
      />
      <ChoiceField form={form} name="vies" label={texts.vies} description={texts.viesText} />
    </>
  );
}

/** Where taxes can be collected by the table: the EU first, then countries by name. */
function usePlaces() {
  const placeName = usePlaceName();
  const { data } = useQuery(standardRatesQuery);
  const [union, ...countries] = (data?.collectable ?? []).map((key) => ({
    key,
    name: placeName({ country: key }),
  }));
  if (union === undefined) return [];
  return [union, ...countries.toSorted((one, other) => one.name.localeCompare(other.name))];
}
