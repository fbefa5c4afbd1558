import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { type ApiKey, apiKeysQuery } from './api-key-queries.ts';
import { useApiKeyTexts } from './api-key-texts.ts';
import { KeyDialog } from './key-dialog.tsx';

interface KeyStepProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Ends a key after saying what that does. */
export function RevokeDialog({ apiKey: { id, name }, onClose }: KeyStepProps) {
  const texts = useApiKeyTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({});
  const send = async () => {
    await answer(api.POST('/api/settings/api-keys/{id}/revoke', { params: { path: { id } } }));
    await queryClient.invalidateQueries(apiKeysQuery);
    onClose();
  };
  return (
    <Dialog title={texts.revokeOf(name)} onClose={onClose}>
      <DataForm form={form} fields={[]} submitLabel={texts.revoke} send={send} onCancel={onClose} isDangerous>
        <Text size="sm">{texts.revokeText}</Text>
      </DataForm>
    </Dialog>
  );
}

const OVERLAPS = ['0', '24', '168'] as const;

/** Gives a key a new secret, and shows it. */
export function RotateDialog({ apiKey: { id, name }, onClose }: KeyStepProps) {
  const texts = useApiKeyTexts();
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const form = usePageForm({ hours: '24' });
  // However often it is sent, there is one new secret.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async ({ hours }: typeof form.values) => {
    const params = { path: { id }, header: { 'idempotency-key': idempotencyKey } };
    const body = { overlapHours: Number(hours) };
    const { key } = await answer(api.POST('/api/settings/api-keys/{id}/rotate', { params, body }));
    await queryClient.invalidateQueries(apiKeysQuery);
    setSecret(key);
  };
  if (secret !== undefined) return <KeyDialog secret={secret} onClose={onClose} />;
  return (
    <Dialog title={texts.rotateOf(name)} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts.rotateSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">{texts.rotateText}</Text>
        <SelectField
          label={texts.overlap}
          options={OVERLAPS.map((value) => ({ value, label: texts.overlaps[value] }))}
          {...form.getInputProps('hours')}
        />
      </DataForm>
    </Dialog>
  );
}
