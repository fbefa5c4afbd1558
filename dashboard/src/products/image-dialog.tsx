import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { TextInput } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import type { ItemKind } from '../price-rules/quote-query.ts';
import { useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { usePartRevision } from './use-part-revision.ts';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';

type ImageList = components['schemas']['ItemImages'];

interface ImageDialogProps {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly list: Revised<ImageList>;
  readonly image: ImageList['images'][number];
  readonly onClose: () => void;
}

/** Says what a picture shows, or takes it away. */
export function ImageDialog({ kind, itemId, list, image, onClose }: ImageDialogProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem(kind, itemId);
  const form = usePageForm({ alt: image.alt, isRemoved: false });
  const { save, conflict } = usePartRevision<ImageList>({
    kind,
    itemId,
    list,
    load: () => revised(api.GET(`/api/${kind}/{id}/images`, { params: { path: { id: itemId } } })),
    textIn: ({ images }) => images.find(({ id }) => id === image.id)?.alt,
    show: (alt) => {
      form.setFieldValue('alt', alt);
    },
  });
  const send = async ({ alt, isRemoved }: typeof form.values) => {
    await save((header) => {
      const params = { path: { id: itemId, imageId: image.id }, header };
      const path = `/api/${kind}/{id}/images/{imageId}` as const;
      return revised(
        isRemoved ? api.DELETE(path, { params }) : api.PATCH(path, { params, body: { alt: alt.trim() } }),
      );
    });
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
        conflict={conflict}
        isDangerous={form.values.isRemoved}
      >
        <TextInput label={texts.alt} description={texts.altText} {...form.getInputProps('alt')} />
        <CheckField label={texts.removeImage} {...form.getInputProps('isRemoved', { type: 'checkbox' })} />
      </DataForm>
    </Dialog>
  );
}
