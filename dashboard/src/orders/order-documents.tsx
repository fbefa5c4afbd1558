import type { components } from '@latchkey/sdk';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Moment } from '../parts/moment.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './order-page.module.css';
import { documentsQuery } from './order-queries.ts';
import { useOrderTexts } from './order-texts.ts';

/** The receipt, the invoices and the credit notes of an order, to download. */
export function OrderDocuments({ orderId }: { readonly orderId: string }) {
  const { orders, list } = useTexts();
  const texts = useOrderTexts();
  const money = useMoney();
  const query = useQuery(documentsQuery(orderId));
  const { data } = query;
  if (data === undefined && query.error !== null)
    return <FailureState failure={query.error} onRetry={() => void query.refetch()} />;
  if (data === undefined || (data.items.length === 0 && data.providerUrl === undefined)) {
    return (
      <Text size="sm" c="dimmed">
        {data === undefined ? list.loading : orders.noDocuments}
      </Text>
    );
  }
  return (
    <ul className={classes.rows}>
      {data.items.map(({ id, kind, number, originalNumber, total, issuedAt }) => (
        <li key={id} className={classes.row}>
          <Anchor href={`/api/documents/${id}/pdf`} download size="sm">
            {number}
          </Anchor>
          <span className={classes.text}>
            <span>{orders.documentKinds[kind]}</span>{' '}
            {originalNumber === undefined ? null : (
              <span className={classes.note}>
                {kind === 'Invoice' && data.items.some((each) => isInvoice(each, originalNumber))
                  ? texts.corrects(originalNumber)
                  : texts.replaces(originalNumber)}
              </span>
            )}
          </span>
          <span className={classes.amount}>{money(total.amount, total.currency)}</span>
          <Moment at={issuedAt} />
        </li>
      ))}
      {data.providerUrl === undefined ? null : (
        <li className={classes.row}>
          <Anchor href={data.providerUrl} target="_blank" rel="noreferrer" size="sm">
            {texts.providerInvoice}
          </Anchor>
        </li>
      )}
    </ul>
  );
}

function isInvoice({ kind, number }: components['schemas']['Document'], name: string): boolean {
  return kind === 'Invoice' && number === name;
}
