import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { BundleProducts } from './bundle-products.tsx';
import { type Bundle, useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { productIdsIn } from './product-values.ts';

interface BundleContentDialogProps {
  readonly bundle: Bundle;
  readonly onClose: () => void;
}

/** Changes the products of a bundle and their order. */
export function BundleContentDialog({ bundle, onClose }: BundleContentDialogProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem('bundles', bundle.id);
  const form = usePageForm({ productIds: bundle.productIds.join('\n') });
  const send = async ({ productIds }: typeof form.values) => {
    const body = { productIds: productIdsIn(productIds) };
    await answer(api.PATCH('/api/bundles/{id}', { params: { path: { id: bundle.id } }, body }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.changeBundleProducts} onClose={onClose}>
      <DataForm form={form} fields={[]} submitLabel={texts.save} send={send} onCancel={onClose}>
        <Text size="sm">{texts.bundleChangeText}</Text>
        <BundleProducts
          value={form.values.productIds}
          onChange={(value) => {
            form.setFieldValue('productIds', value);
          }}
        />
      </DataForm>
    </Dialog>
  );
}
