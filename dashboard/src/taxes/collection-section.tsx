import { TextInput } from '@mantine/core';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { ChoiceField } from '../settings/choice-field.tsx';
import { TAX, type ValuesOf } from '../settings/setting-values.ts';
import type { ReadSettings } from '../settings/settings-queries.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import { useTaxTexts } from './tax-texts.ts';

const MODES = ['none', 'own', 'provider'] as const;
const PRICES = ['inclusive', 'exclusive'] as const;

/** Who calculates taxes, where they are collected, and from whom. */
export function CollectionSection({ settings }: { readonly settings: ReadSettings }) {
  const texts = useTaxTexts();
  return (
    <SettingsSection title={texts.collection} settings={settings} of={TAX}>
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
      <TextInput
        label={texts.collectsIn}
        description={texts.collectsInText}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('collectsIn')}
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
