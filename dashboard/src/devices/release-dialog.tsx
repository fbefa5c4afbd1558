import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ReasonField } from '../form/reason-field.tsx';
import { reasonIn } from '../form/reason-in.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './release-dialog.module.css';

interface ReleaseDialogProps {
  readonly device: components['schemas']['LicenseActivation'];
  readonly onClose: () => void;
}

/** Says what releasing a device does, and does it: with a click on one of the usual reasons, or with words of one's own. */
export function ReleaseDialog({ device, onClose }: ReleaseDialogProps) {
  const { licenses } = useTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({ reason: '' });
  const [isBusy, setIsBusy] = useState(false);
  const send = async (values: typeof form.values) => {
    const path = { id: device.licenseId, activationId: device.id };
    setIsBusy(true);
    try {
      await answer(
        api.POST('/api/licenses/{id}/activations/{activationId}/revoke', {
          params: { path },
          body: reasonIn(values),
        }),
      );
    } finally {
      setIsBusy(false);
    }
    // The lists that count its seat, too.
    await Promise.all(
      ['license', 'licenses', 'customer'].map((area) => queryClient.invalidateQueries({ queryKey: [area] })),
    );
    onClose();
  };
  return (
    <Dialog title={licenses.releaseTitle(device.deviceName)} onClose={onClose}>
      <DataForm form={form} fields={['reason']} submitLabel={licenses.release} send={send} onCancel={onClose}>
        <Text size="sm">{licenses.releaseText}</Text>
        <ReasonField form={form} />
        <fieldset className={classes.reasons} disabled={isBusy}>
          <legend className={classes.legend}>{licenses.releaseAtOnce}</legend>
          {licenses.releaseReasons.map((reason) => (
            <Button
              key={reason}
              variant="default"
              size="compact-sm"
              onClick={({ currentTarget }) => {
                form.setFieldValue('reason', reason);
                currentTarget.form?.requestSubmit();
              }}
            >
              {reason}
            </Button>
          ))}
        </fieldset>
      </DataForm>
    </Dialog>
  );
}
