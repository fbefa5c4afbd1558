import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ENDPOINT_FIELDS, endpointInput, type EndpointValues } from './endpoint-values.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { useFreshWebhook, type Webhook } from './webhook-queries.ts';
import { useWebhookTexts } from './webhook-texts.ts';

interface ChangeWebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Changes where messages go, and which. */
export function ChangeWebhookDialog({ webhook, onClose }: ChangeWebhookDialogProps) {
  const texts = useWebhookTexts();
  const refresh = useFreshWebhook(webhook.id);
  const { url, types, payload, description, form: shape } = webhook;
  const form = usePageForm<EndpointValues>({
    url,
    types: types.join(', '),
    payload,
    description,
    form: shape,
  });
  const send = async (values: EndpointValues) => {
    const params = { path: { id: webhook.id } };
    await answer(api.PATCH('/api/webhooks/{id}', { params, body: endpointInput(values) }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.change} onClose={onClose}>
      <DataForm form={form} fields={ENDPOINT_FIELDS} submitLabel={texts.save} send={send} onCancel={onClose}>
        <WebhookFields form={form} />
      </DataForm>
    </Dialog>
  );
}
