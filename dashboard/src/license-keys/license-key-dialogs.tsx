import '@latchkey/ui/fields/fields.css';
import { isProblem } from '@latchkey/sdk';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api, done } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { oneOf } from '../list/filter-search.ts';
import { licenseKeysQuery } from './license-key-queries.ts';
import { useLicenseKeyTexts } from './license-key-texts.ts';

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;

/** Creates a key that signs nothing until a product names it. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useLicenseKeyTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({ algorithm: 'RS256' });
  // However often it is sent, there is one key.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async (values: typeof form.values) => {
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const body = { algorithm: oneOf(ALGORITHMS, values.algorithm) ?? 'RS256' };
    await answer(api.POST('/api/settings/license-keys', { params, body }));
    await queryClient.invalidateQueries(licenseKeysQuery);
    onClose();
  };
  return (
    <Dialog title={texts.create} onClose={onClose}>
      <DataForm
        form={form}
        fields={['algorithm']}
        submitLabel={texts.createSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">{texts.createText}</Text>
        <SelectField
          label={texts.algorithm}
          options={ALGORITHMS.map((value) => ({ value, label: texts.algorithms[value] }))}
          {...form.getInputProps('algorithm')}
        />
      </DataForm>
    </Dialog>
  );
}

interface RemoveKeyProps {
  readonly kid: string;
  readonly onClose: () => void;
}

/** Deletes a key that nothing uses, after saying what that means. */
export function RemoveKeyDialog({ kid, onClose }: RemoveKeyProps) {
  const texts = useLicenseKeyTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({});
  const send = async () => {
    await done(api.DELETE('/api/settings/license-keys/{kid}', { params: { path: { kid } } }));
    await queryClient.invalidateQueries(licenseKeysQuery);
    onClose();
  };
  return (
    <Dialog title={texts.removeOf(kid)} onClose={onClose}>
      <DataForm
        form={form}
        fields={[]}
        submitLabel={texts.remove}
        send={send}
        explain={(failure) => (isProblem(failure, 'SigningKeyInUse') ? texts.inUse : undefined)}
        onCancel={onClose}
        isDangerous
      >
        <Text size="sm">{texts.removeText}</Text>
      </DataForm>
    </Dialog>
  );
}
