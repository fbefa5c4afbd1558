import '@latchkey/ui/fields/fields.css';
import { Textarea, TextInput } from '@mantine/core';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { TextPreview } from '../parts/text-preview.tsx';
import { type Release, useFreshReleases } from './release-queries.ts';
import { useReleaseTexts } from './release-texts.ts';

interface NotesDialogProps {
  readonly productId: string;
  readonly release: Release;
  readonly onClose: () => void;
}

/** Changes what is said about a release, and who gets it. */
export function NotesDialog({ productId, release, onClose }: NotesDialogProps) {
  const texts = useReleaseTexts();
  const refresh = useFreshReleases(productId);
  const form = usePageForm({
    description: release.description ?? '',
    channel: release.channel,
    securityFix: release.securityFix,
  });
  const send = async ({ description, channel, securityFix }: typeof form.values) => {
    const params = { path: { productId, version: release.version } };
    const body = { description, channel: channel.trim(), securityFix };
    await answer(api.PATCH('/api/products/{productId}/releases/{version}', { params, body }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.taskOf.notes(release.version)} onClose={onClose}>
      <DataForm
        form={form}
        fields={['description', 'channel', 'securityFix']}
        submitLabel={texts.save}
        send={send}
        onCancel={onClose}
      >
        <Textarea
          rows={8}
          label={texts.whatIsNew}
          description={texts.markdown}
          {...form.getInputProps('description')}
        />
        <TextPreview markdown={form.values.description} />
        <TextInput label={texts.channel} description={texts.channelText} {...form.getInputProps('channel')} />
        <CheckField
          label={texts.securityFix}
          description={texts.securityFixText}
          {...form.getInputProps('securityFix', { type: 'checkbox' })}
        />
      </DataForm>
    </Dialog>
  );
}
