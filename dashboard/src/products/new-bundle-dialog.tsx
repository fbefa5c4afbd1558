import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { BundleProducts } from './bundle-products.tsx';
import { NewItemFields } from './new-item-fields.tsx';
import { useProductTexts } from './product-texts.ts';
import { newItemIn, productIdsIn } from './product-values.ts';

/** Adds a bundle of products with one way to buy it. It is not for sale until somebody publishes it. */
export function NewBundleDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useProductTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const currencies = useQuery(settingsQuery).data?.currencies ?? [];
  const form = usePageForm<Record<string, string>>({ name: '', id: '', productIds: '' });
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async (values: Record<string, string>) => {
    const body = {
      ...newItemIn(values, { currencies, firstVariation: texts.firstVariation }),
      productIds: productIdsIn(values['productIds'] ?? ''),
    };
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const { id } = await answer(api.POST('/api/bundles', { params, body }));
    void queryClient.invalidateQueries({ queryKey: ['bundles'] });
    await navigate({ to: '/bundles/$bundleId', params: { bundleId: id } });
  };
  return (
    <Dialog title={texts.addBundle} onClose={onClose}>
      <DataForm
        form={form}
        fields={['name', 'id', ...currencies]}
        submitLabel={texts.addSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">{texts.addText}</Text>
        <NewItemFields form={form} currencies={currencies} />
        <BundleProducts
          value={form.values['productIds'] ?? ''}
          onChange={(value) => {
            form.setFieldValue('productIds', value);
          }}
        />
      </DataForm>
    </Dialog>
  );
}
