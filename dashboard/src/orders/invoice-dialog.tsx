import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { ADDRESS_FIELDS, addressIn, type AddressValues } from '../form/address-fields.ts';
import { CountryField } from '../form/country-field.tsx';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { invoiceQuery } from './order-queries.ts';
import { useOrderTexts } from './order-texts.ts';

interface InvoiceDialogProps {
  readonly orderId: string;
  readonly onClose: () => void;
}

/** Issues the invoice of an order with the right details of the buyer, as a new document. */
export function InvoiceDialog({ orderId, onClose }: InvoiceDialogProps) {
  const { list } = useTexts();
  const texts = useOrderTexts();
  const query = useQuery(invoiceQuery(orderId));
  return (
    <Dialog title={query.data?.kind === 'Receipt' ? texts.invoiceNew : texts.invoice} onClose={onClose}>
      {query.data !== undefined ? (
        <InvoiceForm orderId={orderId} document={query.data} onClose={onClose} />
      ) : query.error === null ? (
        <output aria-label={list.loading}>
          <Skeleton height={240} />
        </output>
      ) : (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

const FIELDS = ['name', 'businessName', 'taxId', ...ADDRESS_FIELDS] as const;

interface InvoiceFormProps extends InvoiceDialogProps {
  /** The document that counts until now. */
  readonly document: components['schemas']['DocumentDetails'];
}

function InvoiceForm({ orderId, document: { kind, number, buyer }, onClose }: InvoiceFormProps) {
  const texts = useOrderTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({
    name: buyer.name ?? '',
    businessName: buyer.businessName ?? '',
    taxId: buyer.taxId ?? '',
    ...addressValues(buyer.address),
  });
  // However often it is sent, there is one document.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async (values: typeof form.values) => {
    const params = { path: { orderId }, header: { 'idempotency-key': idempotencyKey } };
    const body = {
      name: values.name.trim() || null,
      businessName: values.businessName.trim() || null,
      taxId: values.taxId.trim() || null,
      address: addressIn(values),
    };
    await answer(api.POST('/api/orders/{orderId}/invoice', { params, body }));
    await queryClient.invalidateQueries({ queryKey: ['order', orderId] });
    onClose();
  };
  return (
    <DataForm
      form={form}
      fields={FIELDS}
      submitLabel={texts.invoiceSubmit}
      send={send}
      onCancel={onClose}
      explain={renewAfter}
    >
      <Text size="sm">
        {kind === 'Invoice' ? texts.invoiceReplaces(number) : texts.invoiceBeside(number)}
      </Text>
      {FIELDS.map((name) => {
        const field = { label: texts.invoiceFields[name], ...form.getInputProps(name) };
        return name === 'countryCode' ? (
          <CountryField key={name} {...field} />
        ) : (
          <TextInput key={name} autoComplete="off" {...field} />
        );
      })}
    </DataForm>
  );
}

function addressValues(address: components['schemas']['Address'] | undefined): AddressValues {
  return {
    streetAddress1: address?.streetAddress1 ?? '',
    streetAddress2: address?.streetAddress2 ?? '',
    postCode: address?.postCode ?? '',
    locality: address?.locality ?? '',
    region: address?.region ?? '',
    countryCode: address?.countryCode ?? '',
  };
}
