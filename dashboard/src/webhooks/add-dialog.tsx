import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { oneOf } from '../list/filter-search.ts';
import { ENDPOINT_FIELDS, endpointInput, type EndpointValues } from './endpoint-values.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookFields } from './webhook-fields.tsx';
import { webhooksQuery } from './webhook-queries.ts';
import { useWebhookTexts } from './webhook-texts.ts';

const FORMS = ['standard', 'slack', 'discord', 'legacy'] as const;

/** Adds an endpoint, and then shows its secret. */
export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useWebhookTexts();
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const form = usePageForm<EndpointValues>({
    url: '',
    types: '*',
    payload: 'full',
    description: '',
    form: 'standard',
  });
  // However often it is sent, there is one.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async (values: EndpointValues) => {
    const params = { header: { 'idempotency-key': idempotencyKey } };
    const body = { ...endpointInput(values), form: oneOf(FORMS, values.form) ?? 'standard' };
    const endpoint = await answer(api.POST('/api/webhooks', { params, body }));
    await queryClient.invalidateQueries(webhooksQuery);
    setSecret(endpoint.secret);
  };
  if (secret !== undefined) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <DataForm
        form={form}
        fields={ENDPOINT_FIELDS}
        submitLabel={texts.addSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <WebhookFields form={form} />
        <SelectField
          label={texts.form}
          options={FORMS.map((value) => ({ value, label: texts.forms[value] }))}
          {...form.getInputProps('form')}
        />
      </DataForm>
    </Dialog>
  );
}
