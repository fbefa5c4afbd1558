import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { settingsQuery } from '../settings/settings-queries.ts';
import { NewItemFields } from './new-item-fields.tsx';
import { useProductTexts } from './product-texts.ts';
import { newItemIn } from './product-values.ts';

interface NewProductDialogProps {
  /** Of the product that it is a part of; absent: of none. */
  readonly parentId?: string;
  readonly onClose: () => void;
}

/** Adds a product with one way to buy it. It is not for sale until somebody publishes it. */
export function NewProductDialog({ parentId, onClose }: NewProductDialogProps) {
  const texts = useProductTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const currencies = useQuery(settingsQuery).data?.currencies ?? [];
  const form = usePageForm<Record<string, string>>({
    name: '',
    id: '',
  });
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async (values: Record<string, string>) => {
    const item = newItemIn(values, { currencies, firstVariation: texts.firstVariation });
    const body = parentId === undefined ? item : { ...item, id: `${parentId}.${item.id}` };
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const { id } = await answer(api.POST('/api/products', { params, body }));
    void queryClient.invalidateQueries({ queryKey: ['products'] });
    await navigate({ to: '/products/$productId', params: { productId: id } });
  };
  return (
    <Dialog title={parentId === undefined ? texts.add : texts.addSubProduct} onClose={onClose}>
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
      </DataForm>
    </Dialog>
  );
}
