import '@latchkey/ui/fields/fields.css';
import type { components } from '@latchkey/sdk';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useIdempotencyKey } from '../form/use-idempotency-key.ts';
import { useOrderTexts } from './order-texts.ts';
import { unduePayment } from './undue-money.ts';

interface ReturnDialogProps {
  readonly order: components['schemas']['OrderDetails'];
  readonly onClose: () => void;
}

/** Returns the money of a payment that paid nothing to where it came from. */
export function ReturnDialog({ order, onClose }: ReturnDialogProps) {
  const texts = useOrderTexts();
  const money = useMoney();
  const queryClient = useQueryClient();
  const form = usePageForm({ reason: '' });
  // However often it is sent, the money goes back once.
  const { key, renewAfter } = useIdempotencyKey();
  // The payment that the dialog was opened for: after a reload of the order, another one may have to go back.
  const [undue] = useState(() => unduePayment(order, texts.undueReasons));
  const send = async ({ reason }: typeof form.values) => {
    if (undue === undefined) return;
    const { paymentId, amount } = undue;
    const params = { path: { orderId: order.id }, header: { 'idempotency-key': key } };
    const body = {
      paymentId,
      amount,
      // The payment bought nothing, so there is nothing to take back.
      revokeLicenses: false,
      undue: true,
      confirm: false,
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    };
    await answer(api.POST('/api/orders/{orderId}/refunds', { params, body }));
    await queryClient.invalidateQueries();
    onClose();
  };
  const amount = undue === undefined ? '' : money(undue.amount.amount, undue.amount.currency);
  return (
    <Dialog title={texts.return} onClose={onClose}>
      <DataForm
        form={form}
        fields={['reason']}
        submitLabel={texts.returnSubmit}
        send={send}
        onCancel={onClose}
        explain={renewAfter}
      >
        <Text size="sm">{texts.returnText(amount)}</Text>
        <TextInput
          label={texts.reason}
          description={texts.returnReasonText}
          {...form.getInputProps('reason')}
        />
      </DataForm>
    </Dialog>
  );
}
