import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ExplainedFailure } from '../failures/explained-failure.ts';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { apiKeysQuery } from './api-key-queries.ts';
import { useApiKeyTexts } from './api-key-texts.ts';
import { KeyDialog } from './key-dialog.tsx';
import { ScopeFields, type ScopeValues } from './scope-fields.tsx';
import { chosenScopes, endAfter, LIFETIMES, SCOPES } from './scopes.ts';

/** Creates a key with the rights that the reader chooses, and shows its secret. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useApiKeyTexts();
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const form = usePageForm<ScopeValues>({
    name: '',
    days: '0',
    '*': false,
    ...Object.fromEntries(SCOPES.map((scope) => [scope, false])),
  });
  // However often it is sent, there is one key.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async ({ name, days, ...values }: ScopeValues) => {
    const scopes = chosenScopes(values);
    if (scopes.length === 0) throw new ExplainedFailure(texts.choose);
    const expiresAt = endAfter(days, Date.now());
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const body = { name: name.trim(), scopes, ...(expiresAt !== undefined && { expiresAt }) };
    const { key } = await answer(api.POST('/api/settings/api-keys', { params, body }));
    await queryClient.invalidateQueries(apiKeysQuery);
    setSecret(key);
  };
  if (secret !== undefined) return <KeyDialog secret={secret} onClose={onClose} />;
  return (
    <Dialog title={texts.create} onClose={onClose}>
      <DataForm
        form={form}
        fields={['name']}
        submitLabel={texts.createSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <TextInput
          label={texts.name}
          description={texts.nameText}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <SelectField
          label={texts.lifetime}
          options={LIFETIMES.map((value) => ({ value, label: texts.lifetimes[value] }))}
          {...form.getInputProps('days')}
        />
        <ScopeFields form={form} />
      </DataForm>
    </Dialog>
  );
}
