import '@latchkey/ui/fields/fields.css';
import { Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { pricesIn } from '../form/amounts.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { idFrom } from './product-values.ts';
import { useProductTexts } from './product-texts.ts';

/** Adds a product with one way to buy it. It is not for sale until somebody publishes it. */
export function NewProductDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useProductTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const currencies = useQuery(settingsQuery).data?.currencies ?? [];
  const form = usePageForm<Record<string, string>>({ name: '', id: '' });
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const suggestedId = idFrom(form.values['name'] ?? '');
  const send = async (values: Record<string, string>) => {
    const prices = pricesIn(currencies, values);
    const typedId = (values['id'] ?? '').trim();
    const body = {
      id: typedId === '' ? suggestedId : typedId,
      name: (values['name'] ?? '').trim(),
      purchasable: false,
      variations: [{ name: texts.firstVariation, prices }],
    };
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const { id } = await answer(api.POST('/api/products', { params, body }));
    void queryClient.invalidateQueries({ queryKey: ['products'] });
    await navigate({ to: '/products/$productId', params: { productId: id } });
  };
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <DataForm
        form={form}
        fields={['name', 'id', ...currencies]}
        submitLabel={texts.addSubmit}
        send={send}
        onCancel={onClose}
        explain={(failure) => {
          renewAfter(failure);
          return undefined;
        }}
      >
        <Text size="sm">{texts.addText}</Text>
        <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
        <TextInput
          label={texts.id}
          description={texts.idText}
          placeholder={suggestedId}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('id')}
        />
        {currencies.map((currency) => (
          <TextInput
            key={currency}
            inputMode="decimal"
            label={texts.priceIn(currency)}
            autoComplete="off"
            {...form.getInputProps(currency)}
          />
        ))}
      </DataForm>
    </Dialog>
  );
}
