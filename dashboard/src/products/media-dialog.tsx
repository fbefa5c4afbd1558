import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { TextInput } from '@mantine/core';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import type { ItemKind } from '../price-rules/quote-query.ts';
import { useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

interface MediaDialogProps {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly media: components['schemas']['ItemMedia'];
  readonly onClose: () => void;
}

/** Says what one hears or sees, or takes a sound or film away. */
export function MediaDialog({ kind, itemId, media, onClose }: MediaDialogProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem(kind, itemId);
  const form = usePageForm({ title: media.title, isRemoved: false });
  const params = { path: { id: itemId, mediaId: media.id } };
  const send = async ({ title, isRemoved }: typeof form.values) => {
    if (isRemoved) await answer(api.DELETE(`/api/${kind}/{id}/media/{mediaId}`, { params }));
    else {
      const body = { title: title.trim() };
      await answer(api.PATCH(`/api/${kind}/{id}/media/{mediaId}`, { params, body }));
    }
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.changeMedia(media.title)} onClose={onClose}>
      <DataForm
        form={form}
        fields={['title']}
        submitLabel={form.values.isRemoved ? texts.removeMedia : texts.save}
        send={send}
        onCancel={onClose}
        isDangerous={form.values.isRemoved}
      >
        <TextInput label={texts.mediaTitle} {...form.getInputProps('title')} />
        <CheckField label={texts.removeMedia} {...form.getInputProps('isRemoved', { type: 'checkbox' })} />
      </DataForm>
    </Dialog>
  );
}
