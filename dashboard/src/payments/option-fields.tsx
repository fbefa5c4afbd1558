import { TextInput } from '@mantine/core';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import type { PageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { type ConnectionValues, TAX_MODES, WEBHOOKS } from './connection-values.ts';
import { usePaymentTexts } from './payment-texts.ts';

interface OptionFieldsProps {
  readonly form: PageForm<ConnectionValues>;
  /** There is something to keep. */
  readonly isConnected: boolean;
}

/** How payments are reported, who calculates the taxes, and where the form is shown. */
export function OptionFields({ form, isConnected }: OptionFieldsProps) {
  const texts = usePaymentTexts();
  return (
    <>
      <SelectField
        label={texts.webhook}
        options={WEBHOOKS.filter((value) => isConnected || value !== 'keep').map((value) => ({
          value,
          label: texts.webhooks[value],
        }))}
        {...form.getInputProps('webhook')}
      />
      {form.values.webhook === 'own' ? (
        <TextInput
          label={texts.webhookSecret}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('webhookSecret')}
        />
      ) : null}
      <SelectField
        label={texts.tax}
        options={TAX_MODES.map((value) => ({ value, label: texts.taxModes[value] }))}
        {...form.getInputProps('automaticTax')}
      />
      <CheckField
        label={texts.managedSwitch}
        {...form.getInputProps('managedPayments', { type: 'checkbox' })}
      />
      <TextInput
        label={texts.publishable}
        description={texts.publishableText}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('publishableKey')}
      />
      <CheckField label={texts.inPageSwitch} {...form.getInputProps('formInPage', { type: 'checkbox' })} />
    </>
  );
}
