import '@latchkey/ui/fields/fields.css';
import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { RevisedDialog } from '../form/revised-dialog.tsx';
import { useRevision } from '../form/use-revision.ts';
import { TextPreview } from '../parts/text-preview.tsx';
import { type Release, releaseQuery, useFreshReleases } from './release-queries.ts';
import { useReleaseTexts } from './release-texts.ts';

interface NotesDialogProps {
  readonly productId: string;
  readonly release: Release;
  readonly onClose: () => void;
}

/** Changes what is said about a release, and who gets it. */
export function NotesDialog({ productId, release, onClose }: NotesDialogProps) {
  const texts = useReleaseTexts();
  const query = useQuery(releaseQuery(productId, release.version));
  return (
    <RevisedDialog title={texts.taskOf.notes(release.version)} query={query} onClose={onClose}>
      {(current) => <NotesForm productId={productId} release={current} onClose={onClose} />}
    </RevisedDialog>
  );
}

const PATH = '/api/products/{productId}/releases/{version}';

function NotesForm({
  productId,
  release,
  onClose,
}: NotesDialogProps & { readonly release: Revised<Release> }) {
  const texts = useReleaseTexts();
  const refresh = useFreshReleases(productId);
  const form = usePageForm(fieldsOf(release));
  const params = { path: { productId, version: release.version } };
  const { save, conflict } = useRevision<Release>({
    thing: release,
    load: () => revised(api.GET(PATH, { params })),
    fieldsOf,
    show: (next) => {
      form.setValues(fieldsOf(next));
    },
    // Of whichever release of the product: the audit log is about the product.
    change: { type: 'release.changed', subject: `product/${productId}` },
  });
  const send = async ({ description, channel, securityFix }: typeof form.values) => {
    const body = { description, channel: channel.trim(), securityFix };
    await save((header) => revised(api.PATCH(PATH, { params: { ...params, header }, body })));
    await refresh();
    onClose();
  };
  return (
    <DataForm
      form={form}
      fields={['description', 'channel', 'securityFix']}
      submitLabel={texts.save}
      send={send}
      onCancel={onClose}
      conflict={conflict}
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
  );
}

function fieldsOf({ description, channel, securityFix }: Release) {
  return { description: description ?? '', channel, securityFix };
}
