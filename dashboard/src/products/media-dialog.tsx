import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { TextInput } from '@mantine/core';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import type { ItemKind } from '../price-rules/quote-query.ts';
import { useFreshItem } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';
import { usePartRevision } from './use-part-revision.ts';

type MediaList = components['schemas']['ItemMediaList'];

interface MediaDialogProps {
  readonly kind: ItemKind;
  readonly itemId: string;
  readonly list: Revised<MediaList>;
  readonly media: MediaList['media'][number];
  readonly onClose: () => void;
}

/** Says what one hears or sees, or takes a sound or film away. */
export function MediaDialog({ kind, itemId, list, media: current, onClose }: MediaDialogProps) {
  const texts = useProductTexts();
  const refresh = useFreshItem(kind, itemId);
  const form = usePageForm({ title: current.title, isRemoved: false });
  const { save, conflict } = usePartRevision<MediaList>({
    kind,
    itemId,
    list,
    load: () => revised(api.GET(`/api/${kind}/{id}/media`, { params: { path: { id: itemId } } })),
    textIn: ({ media }) => media.find(({ id }) => id === current.id)?.title,
    show: (title) => {
      form.setFieldValue('title', title);
    },
  });
  const send = async ({ title, isRemoved }: typeof form.values) => {
    await save((header) => {
      const params = { path: { id: itemId, mediaId: current.id }, header };
      const path = `/api/${kind}/{id}/media/{mediaId}` as const;
      return revised(
        isRemoved ? api.DELETE(path, { params }) : api.PATCH(path, { params, body: { title: title.trim() } }),
      );
    });
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.changeMedia(current.title)} onClose={onClose}>
      <DataForm
        form={form}
        fields={['title']}
        submitLabel={form.values.isRemoved ? texts.removeMedia : texts.save}
        send={send}
        onCancel={onClose}
        conflict={conflict}
        isDangerous={form.values.isRemoved}
      >
        <TextInput label={texts.mediaTitle} {...form.getInputProps('title')} />
        <CheckField label={texts.removeMedia} {...form.getInputProps('isRemoved', { type: 'checkbox' })} />
      </DataForm>
    </Dialog>
  );
}
