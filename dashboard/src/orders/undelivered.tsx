import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { Notice } from '@latchkey/ui/notice.tsx';
import { useFailureLine } from '../failures/failure-line.ts';
import { answer, api } from '../api/client.ts';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { useOrderTexts } from './order-texts.ts';
import classes from './undelivered.module.css';

interface UndeliveredProps {
  readonly order: components['schemas']['OrderDetails'];
}

/** Why an order that is paid could not be delivered yet, and a button that tries it again now. */
export function Undelivered({ order }: UndeliveredProps) {
  const { status, lastFulfilmentFailure: failure, cancelledAt } = order;
  const { orders } = useTexts();
  const mayDeliver = mayDo(useSession(), 'orders:write');
  if (status !== 'Paid' || failure === undefined || cancelledAt !== undefined) return null;
  return (
    <Notice title={orders.fulfilmentFailed}>
      {failure}
      {mayDeliver ? <DeliverAgain orderId={order.id} /> : null}
    </Notice>
  );
}

function DeliverAgain({ orderId }: { readonly orderId: string }) {
  const texts = useOrderTexts();
  const lineOf = useFailureLine();
  const queryClient = useQueryClient();
  const delivery = useMutation({
    mutationFn: () => answer(api.POST('/api/orders/{orderId}/deliver', { params: { path: { orderId } } })),
    // The licenses of the order, its mails and what waits on Home.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const message = delivery.error === null ? undefined : lineOf(delivery.error);
  return (
    <div className={classes.again}>
      <Button
        variant="default"
        size="compact-sm"
        loading={delivery.isPending}
        onClick={() => {
          delivery.mutate();
        }}
      >
        {texts.deliver}
      </Button>
      {message === undefined ? null : <ErrorLine>{message}</ErrorLine>}
      <Text size="sm" component="output">
        {delivery.data?.isDelivered === false && !delivery.isPending ? texts.stillUndelivered : null}
      </Text>
    </div>
  );
}
