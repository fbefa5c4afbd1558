import { Button, Stack, Text } from '@mantine/core';
import { useAddressTexts } from '../address/address-texts.ts';
import { BillingFields } from '../address/billing-fields.tsx';
import type { Checkout } from '../api/checkout.ts';
import classes from './billing-part.module.css';
import { useTexts } from './checkout-texts.ts';
import type { PaymentFormFields } from './payment-fields.ts';

interface BillingPartProps {
  readonly fields: PaymentFormFields;
  readonly isSending: boolean;
  readonly hasPhone: boolean;
  /** Of the order; it may say something about the tax id. */
  readonly tax: Checkout['tax'];
  /** Continues without an address; absent where the shop requires one. */
  readonly onClose: (() => void) | undefined;
}

/** The billing details of the buyer, and the way to leave them out. */
export function BillingPart({ fields, isSending, hasPhone, tax, onClose }: BillingPartProps) {
  const { address: texts } = useTexts();
  const { taxNotice } = useAddressTexts();
  return (
    <Stack component="fieldset" gap="md" className={classes.address}>
      <Text component="legend" fw={600} className={classes.heading}>
        {texts.heading}
      </Text>
      <BillingFields
        form={fields}
        isSending={isSending}
        hasPhone={hasPhone}
        notice={tax?.notice && taxNotice(tax.notice, tax.noticeReason)}
        onCountryChange={() => {
          fields.setFieldValue('confirmsCountry', false);
        }}
      />
      {onClose === undefined ? null : (
        <Button
          variant="subtle"
          size="compact-md"
          ml={-11}
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
