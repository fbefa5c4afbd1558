import type { components } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Deadline } from '../parts/deadline.tsx';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { Status, type Tone } from '../parts/status.tsx';
import { mayDo, useSession } from '../session/session.ts';
import classes from './order-page.module.css';
import { withdrawalsQuery } from './order-queries.ts';
import { useOrderTexts } from './order-texts.ts';
import { WithdrawalDialog } from './withdrawal-dialog.tsx';

type Withdrawal = components['schemas']['Withdrawal'];
type Line = Withdrawal['lines'][number];

const TONES: Readonly<Record<Line['status'], Tone>> = { Open: 'waiting', Granted: 'good', Declined: 'off' };

interface OrderWithdrawalsProps {
  readonly order: components['schemas']['OrderDetails'];
}

/** What the buyer has withdrawn from, and the decisions on it; nothing for an order without a withdrawal. */
export function OrderWithdrawals({ order }: OrderWithdrawalsProps) {
  const texts = useOrderTexts();
  const query = useQuery(withdrawalsQuery(order.id));
  if (query.data === undefined && query.error !== null) {
    return (
      <Section title={texts.withdrawals}>
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      </Section>
    );
  }
  const withdrawals = query.data?.items ?? [];
  if (withdrawals.length === 0) return null;
  return (
    <Section title={texts.withdrawals}>
      {withdrawals.map((withdrawal) => (
        <WithdrawalView key={withdrawal.id} order={order} withdrawal={withdrawal} />
      ))}
    </Section>
  );
}

interface WithdrawalViewProps extends OrderWithdrawalsProps {
  readonly withdrawal: Withdrawal;
}

function WithdrawalView({ order, withdrawal }: WithdrawalViewProps) {
  const { statement, receivedAt, refundDueAt, status, lines } = withdrawal;
  const texts = useOrderTexts();
  const mayDecide = mayDo(useSession(), 'orders:write');
  const [task, setTask] = useState<'grant' | 'decline'>();
  const tasks = [
    // What was declined can still be granted.
    ...(lines.some((line) => line.status !== 'Granted') ? (['grant'] as const) : []),
    ...(status === 'Open' ? (['decline'] as const) : []),
  ];
  return (
    <div>
      <div className={classes.row}>
        <Moment at={receivedAt} />
        {status === 'Open' ? (
          <span>
            {texts.refundDue} <Deadline at={refundDueAt} />
          </span>
        ) : null}
        <span className={classes.text}>{statement === undefined ? null : texts.statement(statement)}</span>
        {(mayDecide ? tasks : []).map((each) => (
          <Button
            key={each}
            variant="default"
            size="compact-xs"
            onClick={() => {
              setTask(each);
            }}
          >
            {texts[each]}
          </Button>
        ))}
      </div>
      <ul className={classes.rows}>
        {lines.map((line) => (
          <LineRow key={line.lineId} line={line} />
        ))}
      </ul>
      {task === undefined ? null : (
        <WithdrawalDialog
          task={task}
          withdrawal={withdrawal}
          buyer={order.billingDetails?.email ?? texts.buyer}
          onClose={() => {
            setTask(undefined);
          }}
        />
      )}
    </div>
  );
}

function LineRow({ line: { title, quantity, amount, entitlement, status } }: { readonly line: Line }) {
  const texts = useOrderTexts();
  const money = useMoney();
  return (
    <li className={classes.row}>
      <Status tone={TONES[status]}>{texts.withdrawalStates[status]}</Status>
      <span className={classes.text}>
        {title} × {quantity} · {texts.entitlements[entitlement]}
      </span>
      <span className={classes.amount}>{money(amount.amount, amount.currency)}</span>
    </li>
  );
}
