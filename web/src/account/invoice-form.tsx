import '@latchkey/ui/fields/fields.css';
import { Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { requestInvoice, type Order, type SaleDocument } from '../api/orders.ts';
import { IdentityFormFrame } from '../identity/identity-form.tsx';
import { useIdentityForm } from '../identity/use-identity-form.ts';
import { useAccountTexts } from './account-texts.ts';
import { AddressFields } from '../address/address-fields.tsx';
import { useAddressTexts } from '../address/address-texts.ts';
import { addressOf, addressValues, checkAddress } from '../address/address-values.ts';
import { accountKey, useCustomer } from './customer.ts';

interface InvoiceFormProps {
  readonly order: Order;
  readonly onIssued: (invoice: SaleDocument) => void;
}

/** Requests the invoice of an order, with the name and address of a business. */
export function InvoiceForm({ order, onIssued }: InvoiceFormProps) {
  const { orders: texts } = useAccountTexts();
  const addressTexts = useAddressTexts();
  const { id } = useCustomer();
  const queryClient = useQueryClient();
  const { customer } = order;
  const form = useIdentityForm({
    initialValues: {
      businessName: customer?.businessName ?? '',
      taxId: customer?.taxId ?? '',
      ...addressValues(customer?.address ?? {}),
    },
    check: (values) => ({
      ...(values.businessName.trim() === '' && { businessName: texts.enterBusinessName }),
      ...checkAddress(values, addressTexts),
    }),
    send: (values) =>
      requestInvoice(order.id, {
        businessName: values.businessName.trim(),
        ...(values.taxId.trim() !== '' && { taxId: values.taxId.trim() }),
        address: addressOf(values),
      }),
    onDone: (invoice) => {
      onIssued(invoice);
      void queryClient.invalidateQueries({ queryKey: accountKey(id, ['documents', order.id]) });
    },
  });
  const { fields, isSending } = form;
  const shared = { size: 'md', readOnly: isSending } as const;
  return (
    <IdentityFormFrame
      form={form}
      name={texts.invoiceOpen}
      submitLabel={texts.invoiceSend}
      sendingText={texts.invoiceSending}
      isPart
    >
      <Stack gap="md">
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
          spellCheck={false}
          {...shared}
          {...fields.getInputProps('taxId')}
        />
        <AddressFields form={fields} isSending={isSending} />
      </Stack>
    </IdentityFormFrame>
  );
}
