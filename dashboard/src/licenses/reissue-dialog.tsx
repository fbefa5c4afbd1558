import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ReasonField } from '../form/reason-field.tsx';
import { reasonIn } from '../form/reason-in.ts';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useFreshLicense } from './license-queries.ts';
import { useLicenseTexts } from './license-texts.ts';

interface ReissueDialogProps {
  readonly license: components['schemas']['License'];
  readonly onClose: () => void;
}

/** Gives a license a new key, or a fresh start on other devices, after saying what that does. */
export function ReissueDialog({ license, onClose }: ReissueDialogProps) {
  const texts = useLicenseTexts();
  const { actions } = useTexts();
  const { keyCode, activeNumberOfActivations: devices } = license;
  if (keyCode !== undefined || devices > 0) return <ReissueForm license={license} onClose={onClose} />;
  return (
    <Dialog title={texts.reissueTitle(license.productId)} onClose={onClose}>
      <Text size="sm">{texts.reissueNothing}</Text>
      <Button onClick={onClose}>{actions.close}</Button>
    </Dialog>
  );
}

function ReissueForm({ license, onClose }: ReissueDialogProps) {
  const texts = useLicenseTexts();
  const refresh = useFreshLicense(license.id);
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const { keyCode, activeNumberOfActivations: devices } = license;
  const hasKey = keyCode !== undefined;
  const form = usePageForm({ releaseDevices: !hasKey, reason: '' });
  const send = async ({ releaseDevices, reason }: typeof form.values) => {
    const params = { path: { id: license.id }, header: { 'idempotency-key': idempotencyKey } };
    const body = { releaseDevices, ...reasonIn({ reason }) };
    await answer(api.POST('/api/licenses/{id}/reissue', { params, body }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.reissueTitle(license.productId)} onClose={onClose}>
      <DataForm
        form={form}
        fields={['releaseDevices', 'reason']}
        submitLabel={texts.reissue}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">{hasKey ? texts.reissueText : texts.reissueKeyless(devices)}</Text>
        {hasKey && devices > 0 ? (
          <CheckField
            label={texts.releaseDevices(devices)}
            description={texts.releaseDevicesText}
            {...form.getInputProps('releaseDevices', { type: 'checkbox' })}
          />
        ) : null}
        <ReasonField form={form} />
      </DataForm>
    </Dialog>
  );
}
