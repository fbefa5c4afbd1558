import '@latchkey/ui/fields/fields.css';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { AddressFields } from '../address/address-fields.tsx';
import classes from './billing-fields.module.css';
import { useTexts } from './checkout-texts.ts';
import type { PaymentFormFields } from './payment-fields.ts';

interface FieldsProps {
  readonly fields: PaymentFormFields;
  readonly isSending: boolean;
}

interface BillingFieldsProps extends FieldsProps {
  readonly hasPhone: boolean;
  /** About the tax id. */
  readonly notice: string | undefined;
  /** Continues without an address; absent where the shop requires one. */
  readonly onClose: (() => void) | undefined;
}

/** The billing address, and the business, if the buyer is one. */
export function BillingFields({ fields, isSending, hasPhone, notice, onClose }: BillingFieldsProps) {
  const { address: texts } = useTexts();
  return (
    <Stack component="fieldset" gap="md" className={classes.address}>
      <Text component="legend" fw={600} className={classes.heading}>
        {texts.heading}
      </Text>
      <AddressFields
        form={fields}
        isSending={isSending}
        kind="billing"
        onCountryChange={() => {
          fields.setFieldValue('confirmsCountry', false);
        }}
      />
      {hasPhone ? (
        <TextInput
          label={texts.phone}
          type="tel"
          autoComplete="tel"
          size="md"
          readOnly={isSending}
          {...fields.getInputProps('phone')}
        />
      ) : null}
      <BusinessFields fields={fields} isSending={isSending} notice={notice} />
      {onClose === undefined ? null : (
        <Button
          variant="subtle"
          size="compact-md"
          ml={-8}
          style={{ alignSelf: 'flex-start' }}
          disabled={isSending}
          onClick={onClose}
        >
          {texts.remove}
        </Button>
      )}
    </Stack>
  );
}

function BusinessFields({ fields, isSending, notice }: FieldsProps & Pick<BillingFieldsProps, 'notice'>) {
  const { address: texts } = useTexts();
  const shared = { size: 'md', readOnly: isSending } as const;
  return (
    <>
      <CheckField
        label={texts.business}
        isDisabled={isSending}
        {...fields.getInputProps('isBusiness', { type: 'checkbox' })}
      />
      {fields.values.isBusiness ? (
        <>
          <TextInput
            label={texts.businessName}
            autoComplete="organization"
            required
            {...shared}
            {...fields.getInputProps('businessName')}
          />
          <TextInput
            label={texts.taxId}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            description={notice}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...shared}
            {...fields.getInputProps('taxId')}
          />
        </>
      ) : null}
    </>
  );
}
