import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { productChoicesQuery } from '../api/choices.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ReasonField } from '../form/reason-field.tsx';
import { reasonIn } from '../form/reason-in.ts';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useCustomerTexts } from './customer-texts.ts';

interface GrantDialogProps {
  readonly customer: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** Gives a customer licenses of a product for nothing. */
export function GrantDialog({ customer: { id, name }, onClose }: GrantDialogProps) {
  const texts = useCustomerTexts();
  const queryClient = useQueryClient();
  const products = useQuery(productChoicesQuery);
  const form = usePageForm({ productId: '', quantity: '1', reason: '' });
  // However often it is sent, the licenses are granted once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const items = products.data ?? [];
  const send = async (values: typeof form.values) => {
    const { productId, quantity } = values;
    const body = {
      ...reasonIn(values),
      ownerId: id,
      requests: [
        {
          productId: productId === '' ? (items[0]?.id ?? '') : productId,
          quantity: Number(quantity),
          isFree: true,
        },
      ],
    };
    const params = { header: { 'idempotency-key': idempotencyKey } };
    await answer(api.POST('/api/licenses/provision', { params, body }));
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['customer', id] }),
      queryClient.invalidateQueries({ queryKey: ['licenses'] }),
    ]);
    onClose();
  };
  return (
    <Dialog title={texts.grantTitle(name)} onClose={onClose}>
      <DataForm
        form={form}
        fields={['productId', 'quantity', 'reason']}
        submitLabel={texts.grant}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">
          {products.data !== undefined && items.length === 0 ? texts.noProducts : texts.grantText}
        </Text>
        <SelectField
          label={texts.product}
          options={items.map((item) => ({ value: item.id, label: item.name }))}
          {...form.getInputProps('productId')}
        />
        <TextInput inputMode="numeric" label={texts.quantity} {...form.getInputProps('quantity')} />
        <ReasonField form={form} />
      </DataForm>
    </Dialog>
  );
}
