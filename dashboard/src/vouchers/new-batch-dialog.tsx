import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { productChoicesQuery } from '../api/choices.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { batchesQuery } from './voucher-queries.ts';
import { useVoucherTexts } from './voucher-texts.ts';

/** Makes codes, each of which grants licenses of a product, and leads to them. */
export function NewBatchDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useVoucherTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const products = useQuery(productChoicesQuery).data ?? [];
  const form = usePageForm({
    name: '',
    description: '',
    id: '',
    perCode: '1',
    quantity: '100',
    expiresAt: '',
    isFree: false,
  });
  // However often it is sent, there is one batch.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async (values: typeof form.values) => {
    if (values.id === '') {
      showErrors(form, { id: texts.chooseProduct });
      return;
    }
    const body = {
      name: values.name.trim(),
      description: values.description.trim(),
      quantity: Number(values.quantity),
      contents: [{ type: 'Product' as const, id: values.id, quantity: Number(values.perCode) }],
      isFree: values.isFree,
      ...(values.expiresAt !== '' && {
        expiresAt: new Date(`${values.expiresAt}T23:59:59.999`).toISOString(),
      }),
    };
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const { id } = await answer(api.POST('/api/vouchers/batches', { params, body }));
    void queryClient.invalidateQueries(batchesQuery);
    await navigate({ to: '/vouchers/$batchId', params: { batchId: id } });
  };
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <DataForm
        form={form}
        fields={Object.keys(form.values)}
        submitLabel={texts.addSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">{texts.addText}</Text>
        <TextInput label={texts.name} description={texts.nameText} {...form.getInputProps('name')} />
        <SelectField
          label={texts.product}
          options={[
            { value: '', label: texts.choose },
            ...products.map((each) => ({ value: each.id, label: each.name })),
          ]}
          {...form.getInputProps('id')}
        />
        <TextInput inputMode="numeric" label={texts.perCode} {...form.getInputProps('perCode')} />
        <TextInput
          inputMode="numeric"
          label={texts.quantity}
          description={texts.quantityText}
          {...form.getInputProps('quantity')}
        />
        <TextInput
          type="date"
          label={texts.expiresAt}
          description={texts.expiresText}
          {...form.getInputProps('expiresAt')}
        />
        <CheckField label={texts.isFree} {...form.getInputProps('isFree', { type: 'checkbox' })} />
        <TextInput label={texts.note} description={texts.noteText} {...form.getInputProps('description')} />
      </DataForm>
    </Dialog>
  );
}
