import type { components } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageActions } from '../parts/page-actions.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { documentsQuery } from './order-queries.ts';
import { useOrderTexts } from './order-texts.ts';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { refundable } from './refund-request.ts';
import { ReturnDialog } from './return-dialog.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { undueMoney, unduePayment } from './undue-money.ts';

interface OrderActionsProps {
  readonly order: components['schemas']['OrderDetails'];
}

/** What support does with an order. */
export function OrderActions({ order }: OrderActionsProps) {
  const texts = useOrderTexts();
  const [task, setTask] = useState<'return' | 'settle' | 'refund' | 'receipt' | 'invoice'>();
  const close = () => {
    setTask(undefined);
  };
  const documents = useQuery(documentsQuery(order.id));
  if (!mayDo(useSession(), 'orders:write')) return null;
  const isCompleted = order.status === 'Completed';
  const isPaid = order.status === 'Paid' || isCompleted;
  const hasRest = (refundable(order)?.amount ?? 0) > 0;
  const hasInvoice = documents.data?.items.some(({ kind }) => kind === 'Invoice') === true;
  const actions = [
    // What is owed of the payment that paid is returned by itself, or like any other refund.
    ...(unduePayment(order, texts.undueReasons) === undefined ? [] : (['return'] as const)),
    ...(undueMoney(order, texts.undueReasons) === undefined ? [] : (['settle'] as const)),
    ...(isPaid && hasRest ? (['refund'] as const) : []),
    ...(isCompleted ? (['receipt'] as const) : []),
    ...(documents.data?.invoiceCorrectable === true ? (['invoice'] as const) : []),
  ];
  return (
    <>
      <PageActions
        actions={actions}
        labels={{ ...texts, invoice: hasInvoice ? texts.invoice : texts.invoiceNew }}
        onChoose={setTask}
      />
      {task === 'return' ? <ReturnDialog order={order} onClose={close} /> : null}
      {task === 'settle' ? <SettleDialog order={order} onClose={close} /> : null}
      {task === 'refund' ? <RefundDialog order={order} onClose={close} /> : null}
      {task === 'invoice' ? <InvoiceDialog orderId={order.id} onClose={close} /> : null}
      {task === 'receipt' ? <ReceiptDialog order={order} onClose={close} /> : null}
    </>
  );
}
