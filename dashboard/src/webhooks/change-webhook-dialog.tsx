import { useQuery } from '@tanstack/react-query';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';
import { DataForm } from '../form/data-form.tsx';
import { RevisedDialog } from '../form/revised-dialog.tsx';
import { useRevision } from '../form/use-revision.ts';
import { ENDPOINT_FIELDS, endpointInput, type EndpointValues } from './endpoint-values.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { revisedWebhookQuery, useFreshWebhook, type Webhook } from './webhook-queries.ts';
import { useWebhookTexts } from './webhook-texts.ts';

interface ChangeWebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Changes where messages go, and which. */
export function ChangeWebhookDialog({ webhook, onClose }: ChangeWebhookDialogProps) {
  const texts = useWebhookTexts();
  return (
    <RevisedDialog title={texts.change} query={useQuery(revisedWebhookQuery(webhook.id))} onClose={onClose}>
      {(current) => <ChangeForm webhook={current} onClose={onClose} />}
    </RevisedDialog>
  );
}

function ChangeForm({ webhook, onClose }: ChangeWebhookDialogProps & { readonly webhook: Revised<Webhook> }) {
  const texts = useWebhookTexts();
  const refresh = useFreshWebhook(webhook.id);
  const form = usePageForm<EndpointValues>(fieldsOf(webhook));
  const params = { path: { id: webhook.id } };
  const { save, conflict } = useRevision<Webhook>({
    thing: webhook,
    load: () => revised(api.GET('/api/webhooks/{id}', { params })),
    fieldsOf,
    show: (next) => {
      form.setValues(fieldsOf(next));
    },
    change: { type: 'webhook.changed', subject: `webhook/${webhook.id}` },
  });
  const send = async (values: EndpointValues) => {
    const body = endpointInput(values);
    await save((header) => revised(api.PATCH('/api/webhooks/{id}', { params: { ...params, header }, body })));
    await refresh();
    onClose();
  };
  return (
    <DataForm
      form={form}
      fields={ENDPOINT_FIELDS}
      submitLabel={texts.save}
      send={send}
      onCancel={onClose}
      conflict={conflict}
    >
      <WebhookFields form={form} />
    </DataForm>
  );
}

function fieldsOf({ url, types, payload, description, form }: Webhook): EndpointValues {
  return { url, types: types.join(', '), payload, description, form };
}
