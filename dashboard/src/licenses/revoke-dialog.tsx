import type { components } from '@latchkey/sdk';
import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ReasonField } from '../form/reason-field.tsx';
import { reasonIn } from '../form/reason-in.ts';
import { useFreshLicense } from './license-queries.ts';
import { useLicenseTexts } from './license-texts.ts';

interface RevokeDialogProps {
  readonly license: components['schemas']['License'];
  readonly action: 'revoke' | 'restore';
  readonly onClose: () => void;
}

/** Revokes a license, or restores it, after saying what that does. */
export function RevokeDialog({ license: { id, productId }, action, onClose }: RevokeDialogProps) {
  const texts = useLicenseTexts();
  const refresh = useFreshLicense(id);
  const form = usePageForm({ reason: '' });
  const isRevocation = action === 'revoke';
  const send = async (values: typeof form.values) => {
    const request = { params: { path: { id } }, body: reasonIn(values) };
    await answer(
      isRevocation
        ? api.POST('/api/licenses/{id}/revoke', request)
        : api.POST('/api/licenses/{id}/restore', request),
    );
    await refresh();
    onClose();
  };
  const title = isRevocation ? texts.revokeTitle(productId) : texts.restoreTitle(productId);
  return (
    <Dialog title={title} onClose={onClose}>
      <DataForm
        form={form}
        fields={['reason']}
        submitLabel={texts[action]}
        send={send}
        onCancel={onClose}
        isDangerous={isRevocation}
      >
        <Text size="sm">{isRevocation ? texts.revokeText : texts.restoreText}</Text>
        <ReasonField form={form} />
      </DataForm>
    </Dialog>
  );
}
