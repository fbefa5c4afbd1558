import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageForm } from '@latchkey/ui/fields/page-form.ts';
import { answer, api } from '../api/client.ts';
import { DataForm } from '../form/data-form.tsx';
import { Dialog } from '../form/dialog.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useOrderTexts } from './order-texts.ts';

interface ReceiptDialogProps {
  readonly order: components['schemas']['OrderDetails'];
  readonly onClose: () => void;
}

/** Mails the receipt of an order again, for a buyer who lost it, and says where it went. */
export function ReceiptDialog({ order, onClose }: ReceiptDialogProps) {
  const { actions } = useTexts();
  const texts = useOrderTexts();
  const queryClient = useQueryClient();
  const form = usePageForm({});
  const [recipient, setRecipient] = useState<string>();
  // However often it is sent, one mail goes out.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const send = async () => {
    const params = { path: { orderId: order.id }, header: { 'idempotency-key': idempotencyKey } };
    const mail = await answer(api.POST('/api/orders/{orderId}/send-receipt', { params }));
    setRecipient(mail.recipient);
    await queryClient.invalidateQueries({ queryKey: ['order', order.id] });
  };
  const email = order.billingDetails?.email ?? texts.buyer;
  return (
    <Dialog title={texts.receipt} onClose={onClose}>
      {recipient === undefined ? (
        <DataForm form={form} fields={[]} submitLabel={texts.receiptSubmit} send={send} onCancel={onClose}>
          <Text size="sm">{texts.receiptText(email)}</Text>
        </DataForm>
      ) : (
        <>
          <Text size="sm" component="output">
            {texts.receiptSent(recipient)}
          </Text>
          <Button onClick={onClose}>{actions.close}</Button>
        </>
      )}
    </Dialog>
  );
}
