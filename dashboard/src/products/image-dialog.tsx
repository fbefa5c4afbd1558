import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { TextInput } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import type { ItemKind } from '../price-rules/quote-query.ts';
import { useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';

interface ImageDialogProps {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly image: components['schemas']['ItemImage'];
  readonly onClose: () => void;
}

/** Says what a picture shows, or takes it away. */
export function ImageDialog({ kind, itemId, image, onClose }: ImageDialogProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem(kind, itemId);
  const form = usePageForm({ alt: image.alt, isRemoved: false });
  const params = { path: { id: itemId, imageId: image.id } };
  const send = async ({ alt, isRemoved }: typeof form.values) => {
    if (isRemoved) await answer(api.DELETE(`/api/${kind}/{id}/images/{imageId}`, { params }));
    else {
      const body = { alt: alt.trim() };
      await answer(api.PATCH(`/api/${kind}/{id}/images/{imageId}`, { params, body }));
    }
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.image} onClose={onClose}>
      <DataForm
        form={form}
        fields={['alt']}
        submitLabel={form.values.isRemoved ? texts.removeImage : texts.save}
        send={send}
        onCancel={onClose}
        isDangerous={form.values.isRemoved}
      >
        <TextInput label={texts.alt} description={texts.altText} {...form.getInputProps('alt')} />
        <CheckField label={texts.removeImage} {...form.getInputProps('isRemoved', { type: 'checkbox' })} />
      </DataForm>
    </Dialog>
  );
}
