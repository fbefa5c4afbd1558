import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { answer, api } from '../api/client.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { LicenseStatus, OrderStatus } from './states.tsx';
import { Moment } from './moment.tsx';
import { ShortList } from './short-list.tsx';
import classes from './short-lists.module.css';

const ROWS = 10;

interface OrderTableProps {
  readonly filters: { readonly customerId: string };
  readonly empty: string;
}

/** The newest orders of somebody. */
export function OrderTable({ filters, empty }: OrderTableProps) {
  const { orders } = useTexts();
  const money = useMoney();
  const query = useQuery({
    queryKey: ['orders', 'short', filters],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/orders', { params: { query: { ...filters, pageSize: ROWS } }, signal })),
  });
  return (
    <ShortList query={query} empty={empty}>
      {({ id, number, lines, total, status, createdAt }) => (
        <li key={id} className={classes.row}>
          <Link to="/orders/$orderId" params={{ orderId: id }} className={classes.link ?? ''}>
            {number ?? orders.unnumbered}
          </Link>
          <span className={classes.text}>{lines.map(({ title }) => title).join(', ')}</span>
          <OrderStatus status={status} />
          <span className={classes.amount}>
            {total === undefined ? null : money(total.due.amount, total.due.currency)}
          </span>
          <Moment at={createdAt} />
        </li>
      )}
    </ShortList>
  );
}

interface LicenseTableProps {
  readonly filters: { readonly ownerId?: string; readonly orderId?: string };
  readonly empty: string;
}

/** The newest licenses of somebody, or of an order. */
export function LicenseTable({ filters, empty }: LicenseTableProps) {
  const { licenses } = useTexts();
  const query = useQuery({
    queryKey: ['licenses', 'short', filters],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/licenses', { params: { query: { ...filters, pageSize: ROWS } }, signal })),
  });
  return (
    <ShortList query={query} empty={empty}>
      {({ id, productId, status, activeNumberOfActivations, maxNumberOfActivations, createdAt }) => (
        <li key={id} className={classes.row}>
          <Link to="/licenses/$licenseId" params={{ licenseId: id }} className={classes.link ?? ''}>
            {productId}
          </Link>
          <span className={classes.text}>
            {licenses.seats}: {licenses.seatsOf(activeNumberOfActivations, maxNumberOfActivations)}
          </span>
          <LicenseStatus status={status} />
          <Moment at={createdAt} />
        </li>
      )}
    </ShortList>
  );
}
