import { Text } from '@mantine/core';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { oneOf } from '../list/filter-search.ts';
import { useFreshWebhook } from './webhook-queries.ts';
import { useWebhookTexts } from './webhook-texts.ts';

interface ReplayDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;
const PERIODS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 30 * 24 * HOUR_MS };
const NAMES = ['hour', 'day', 'week', 'month'] as const;

/** Sends the events of a period to an endpoint once more. */
export function ReplayDialog({ id, onClose }: ReplayDialogProps) {
  const texts = useWebhookTexts();
  const refresh = useFreshWebhook(id);
  const form = usePageForm({ period: 'day' });
  // However often it is sent, it happens once.
  const { key: idempotencyKey, renewAfter } = useIdempotencyKey();
  const send = async (values: typeof form.values) => {
    const params = { path: { id }, header: { 'idempotency-key': idempotencyKey } };
    const span = PERIODS[oneOf(NAMES, values.period) ?? 'day'];
    const body = { from: new Date(Date.now() - span).toISOString() };
    await answer(api.POST('/api/webhooks/{id}/replay', { params, body }));
    await refresh();
    onClose();
  };
  return (
    <Dialog title={texts.replay} onClose={onClose}>
      <DataForm
        form={form}
        fields={['period']}
        submitLabel={texts.replay}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">{texts.replayText}</Text>
        <SelectField
          label={texts.period}
          options={NAMES.map((value) => ({ value, label: texts.periods[value] }))}
          {...form.getInputProps('period')}
        />
      </DataForm>
    </Dialog>
  );
}
