import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { CheckField } from '@latchkey/ui/fields/check-field.tsx';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { ExplainedFailure } from '../failures/explained-failure.ts';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useOrderTexts } from './order-texts.ts';

interface WithdrawalDialogProps {
  readonly task: 'grant' | 'decline';
  readonly withdrawal: components['schemas']['Withdrawal'];
  /** Who gets the mail. */
  readonly buyer: string;
  readonly onClose: () => void;
}

interface DecisionValues extends Record<string, string | boolean> {
  readonly reason: string;
}

/** Grants or declines lines of a withdrawal, after saying what happens: at first those that nobody has decided on. */
export function WithdrawalDialog({ task, withdrawal: { id, lines }, buyer, onClose }: WithdrawalDialogProps) {
  const texts = useOrderTexts();
  const queryClient = useQueryClient();
  const choices = lines.filter(({ status }) => (task === 'grant' ? status !== 'Granted' : status === 'Open'));
  const form = usePageForm<DecisionValues>({
    reason: '',
    ...Object.fromEntries(choices.map(({ lineId, status }) => [fieldOf(lineId), status === 'Open'])),
  });
  // However often it is sent, the money goes back once, and there is one mail.
  const { key, renewAfter } = useIdempotencyKey();
  const send = async (values: DecisionValues) => {
    const lineIds = choices.map(({ lineId }) => lineId).filter((lineId) => values[fieldOf(lineId)] === true);
    if (lineIds.length === 0) throw new ExplainedFailure(texts.noLineChosen);
    const params = { path: { withdrawalId: id }, header: { 'idempotency-key': key } };
    const reason = values.reason.trim();
    if (task === 'grant') {
      await answer(api.POST('/api/withdrawals/{withdrawalId}/grant', { params, body: { lineIds } }));
    } else {
      if (reason === '') return showErrors(form, { reason: texts.declineReasonMissing });
      const body = { lineIds, reason };
      await answer(api.POST('/api/withdrawals/{withdrawalId}/decline', { params, body }));
    }
    await queryClient.invalidateQueries();
    onClose();
  };
  const isGrant = task === 'grant';
  return (
    <Dialog title={isGrant ? texts.grantTitle : texts.declineTitle} onClose={onClose}>
      <DataForm
        form={form}
        fields={['reason']}
        submitLabel={texts[task]}
        send={send}
        onCancel={onClose}
        isDangerous={isGrant}
        explain={renewAfter}
      >
        <Text size="sm">{(isGrant ? texts.grantText : texts.declineText)(buyer)}</Text>
        {choices.map(({ lineId, title, quantity }) => (
          <CheckField
            key={lineId}
            label={`${title} × ${quantity}`}
            {...form.getInputProps(fieldOf(lineId), { type: 'checkbox' })}
          />
        ))}
        {isGrant ? null : <TextInput label={texts.declineReason} {...form.getInputProps('reason')} />}
      </DataForm>
    </Dialog>
  );
}

/** The field of a line: by its id, because the lines to decide on may change meanwhile. Dots would lead into the value. */
function fieldOf(lineId: string): string {
  return `line ${lineId.replaceAll('.', ' ')}`;
}
