import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useRevision } from '../form/use-revision.ts';
import { BundleProducts } from './bundle-products.tsx';
import { type Bundle, useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { productIdsIn } from './product-values.ts';

interface BundleContentDialogProps {
  readonly bundle: Revised<Bundle>;
  readonly onClose: () => void;
}

/** Changes the products of a bundle and their order. */
export function BundleContentDialog({ bundle, onClose }: BundleContentDialogProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem('bundles', bundle.id);
  const form = usePageForm(contentOf(bundle));
  const params = { path: { id: bundle.id } };
  const { save, conflict } = useRevision({
    thing: bundle,
    load: () => revised(api.GET('/api/bundles/{id}', { params })),
    fieldsOf: contentOf,
    show: (next) => {
      form.setValues(contentOf(next));
    },
    change: { type: 'bundle.changed', subject: `bundle/${bundle.id}` },
  });
  const send = async ({ productIds }: typeof form.values) => {
    const body = { productIds: productIdsIn(productIds) };
    await save((header) => revised(api.PATCH('/api/bundles/{id}', { params: { ...params, header }, body })));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.changeBundleProducts} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts.save}
        send={send}
        onCancel={onClose}
        conflict={conflict}
      >
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

/** The products of a bundle as a field. */
function contentOf({ productIds }: Bundle) {
  return { productIds: productIds.join('\n') };
}
