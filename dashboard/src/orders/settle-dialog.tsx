import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { showErrors, usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useOrderTexts } from './order-texts.ts';
import { undueMoney } from './undue-money.ts';

interface SettleDialogProps {
  readonly order: components['schemas']['OrderDetails'];
  readonly onClose: () => void;
}

/** Records that money which has to go back was returned in another way, such as by a bank transfer. */
export function SettleDialog({ order, onClose }: SettleDialogProps) {
  const texts = useOrderTexts();
  const money = useMoney();
  const queryClient = useQueryClient();
  const form = usePageForm({ reason: '' });
  // However often it is sent, it is recorded once.
  const { key, renewAfter } = useIdempotencyKey();
  const undue = undueMoney(order, texts.undueReasons);
  const send = async ({ reason }: typeof form.values) => {
    if (reason.trim() === '') {
      showErrors(form, { reason: texts.settleReasonMissing });
      return;
    }
    if (undue === undefined) return;
    const params = { path: { orderId: order.id }, header: { 'idempotency-key': key } };
    const { amount: returned, paymentId } = undue;
    const body = { ...(paymentId !== undefined && { paymentId }), amount: returned, reason };
    await answer(api.POST('/api/orders/{orderId}/settle-undue', { params, body }));
    await queryClient.invalidateQueries();
    onClose();
  };
  const email = order.billingDetails?.email ?? texts.buyer;
  const amount = undue === undefined ? '' : money(undue.amount.amount, undue.amount.currency);
  return (
    <Dialog title={texts.settle} onClose={onClose}>
      <DataForm
        form={form}
        fields={['reason']}
        submitLabel={texts.settleSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">{texts.settleText(amount, email)}</Text>
        <TextInput
          label={texts.settleReason}
          description={texts.reasonText}
          {...form.getInputProps('reason')}
        />
      </DataForm>
    </Dialog>
  );
}
