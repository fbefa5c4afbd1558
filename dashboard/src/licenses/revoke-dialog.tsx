import type { components } from '@latchkey/sdk';
import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
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
  const form = usePageForm({});
  const isRevocation = action === 'revoke';
  const send = async () => {
    const params = { path: { id } };
    await answer(
      isRevocation
        ? api.POST('/api/licenses/{id}/revoke', { params })
        : api.POST('/api/licenses/{id}/restore', { params }),
    );
    await refresh();
    onClose();
  };
  const title = isRevocation ? texts.revokeTitle(productId) : texts.restoreTitle(productId);
  return (
    <Dialog title={title} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts[action]}
        send={send}
        onCancel={onClose}
        isDangerous={isRevocation}
      >
        <Text size="sm">{isRevocation ? texts.revokeText : texts.restoreText}</Text>
      </DataForm>
    </Dialog>
  );
}
