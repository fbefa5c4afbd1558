import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { useProductTexts } from './product-texts.ts';
import { CYCLES, ONE_OFF, type TermValues } from './variation-values.ts';

interface TermFieldsProps {
  readonly form: PageForm<TermValues>;
}

/** How a variation is paid for, and what it offers beside its price. */
export function TermFields({ form }: TermFieldsProps) {
  const texts = useProductTexts();
  const { terms } = texts;
  const isRecurring = form.values.rhythm !== ONE_OFF;
  return (
    <>
      <SelectField
        label={texts.rhythm}
        options={[
          { value: ONE_OFF, label: texts.oneOff },
          ...CYCLES.map((value) => ({ value, label: texts.cycles[value] })),
        ]}
        {...form.getInputProps('rhythm')}
      />
      {isRecurring ? <CycleFields form={form} /> : null}
      <TextInput
        inputMode="numeric"
        label={terms.updatesMonths}
        description={terms.updatesMonthsText}
        autoComplete="off"
        {...form.getInputProps('updatesMonths')}
      />
      <TextInput
        label={terms.upToMajor}
        description={terms.upToMajorText}
        autoComplete="off"
        {...form.getInputProps('upToMajor')}
      />
    </>
  );
}

/** What only a subscription can have. */
function CycleFields({ form }: TermFieldsProps) {
  const { terms } = useProductTexts();
  return (
    <>
      {(['freeDays', 'ownAfterCycles', 'payoffDiscount', 'fallbackAfterCycles'] as const).map((name) =>
        name === 'payoffDiscount' && form.values.ownAfterCycles.trim() === '' ? null : (
          <TextInput
            key={name}
            inputMode={name === 'payoffDiscount' ? 'decimal' : 'numeric'}
            label={terms[name]}
            description={terms[`${name}Text`]}
            autoComplete="off"
            {...form.getInputProps(name)}
          />
        ),
      )}
      <CheckField
        label={terms.canPause}
        description={terms.canPauseText}
        {...form.getInputProps('canPause', { type: 'checkbox' })}
      />
    </>
  );
}
