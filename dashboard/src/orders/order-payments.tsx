import type { components } from '@latchkey/sdk';
import { Text } from '@mantine/core';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Moment } from '../parts/moment.tsx';
import { Status, type Tone } from '../parts/status.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './order-page.module.css';
import { useOrderTexts } from './order-texts.ts';

type Order = components['schemas']['OrderDetails'];

const PAYMENT_TONES: Readonly<Record<Order['payments'][number]['status'], Tone>> = {
  Pending: 'waiting',
  Succeeded: 'good',
  Failed: 'bad',
  Surplus: 'bad',
  Short: 'bad',
};

/** Every try to pay an order, with the name that its provider has for it. */
export function OrderPayments({ order: { payments } }: { readonly order: Order }) {
  const { orders } = useTexts();
  const texts = useOrderTexts();
  const money = useMoney();
  if (payments.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {orders.noPayments}
      </Text>
    );
  }
  return (
    <ul className={classes.rows}>
      {payments.map(({ id, status, isTest, amount, received, refunded, ...payment }) => (
        <li key={id} className={classes.row}>
          <Status tone={PAYMENT_TONES[status]}>{orders.paymentStatuses[status]}</Status>
          {isTest === true ? <Status tone="off">{orders.test}</Status> : null}
          <div className={classes.text}>
            <div>
              {[payment.provider === 'none' ? texts.noProvider : payment.provider, payment.failure]
                .filter(Boolean)
                .join(': ')}
            </div>
            {payment.providerReference === undefined ? null : (
              <div className={classes.reference}>{payment.providerReference}</div>
            )}
            {received === undefined || received.amount === amount.amount ? null : (
              <div className={classes.note}>{texts.wasDue(money(amount.amount, amount.currency))}</div>
            )}
            {refunded === undefined ? null : (
              <div className={classes.note}>{texts.refunded(money(refunded.amount, refunded.currency))}</div>
            )}
          </div>
          <span className={classes.amount}>
            {money((received ?? amount).amount, (received ?? amount).currency)}
          </span>
          <Moment at={payment.settledAt ?? payment.createdAt} />
        </li>
      ))}
    </ul>
  );
}
