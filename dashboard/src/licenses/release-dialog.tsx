import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { useTexts as useSharedTexts } from '@latchkey/ui/texts/language.ts';
import { answer, api } from '../api/client.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './license-page.module.css';

interface ReleaseDialogProps {
  readonly licenseId: string;
  readonly device: components['schemas']['LicenseActivation'];
  readonly onClose: () => void;
}

/** Says what releasing a device does, and does it. */
export function ReleaseDialog({ licenseId, device, onClose }: ReleaseDialogProps) {
  const { licenses } = useTexts();
  const { failure } = useSharedTexts();
  const queryClient = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const release = useMutation({
    mutationFn: () => {
      const path = { id: licenseId, activationId: device.id };
      return answer(api.POST('/api/licenses/{id}/activations/{activationId}/revoke', { params: { path } }));
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['license', licenseId] });
      onClose();
    },
  });
  const message = release.error === null ? undefined : failureMessage(release.error, failure);
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="release-title" onClose={onClose}>
      <Text id="release-title" fw={600}>
        {licenses.releaseTitle(device.deviceName)}
      </Text>
      <Text size="sm">{licenses.releaseText}</Text>
      {message === undefined ? null : (
        <ErrorLine>
          {message.title}. {message.text}
        </ErrorLine>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {licenses.cancel}
        </Button>
        <Button
          loading={release.isPending}
          onClick={() => {
            release.mutate();
          }}
        >
          {licenses.release}
        </Button>
      </div>
    </dialog>
  );
}
