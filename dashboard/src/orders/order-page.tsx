import type { components } from '@latchkey/sdk';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { Notice } from '@latchkey/ui/notice.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { AuditLink } from '../audit-log/audit-link.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { LicenseTable } from '../parts/short-lists.tsx';
import { OrderStatus } from '../parts/states.tsx';
import { Status, type Tone } from '../parts/status.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './order-page.module.css';
import { OrderActions } from './order-actions.tsx';
import { documentsQuery, orderQuery } from './order-queries.ts';
import { OrderRefunds } from './order-refunds.tsx';
import { useOrderTexts } from './order-texts.ts';
import { undueMoney } from './undue-money.ts';

type Order = components['schemas']['OrderDetails'];

const route = getRouteApi('/frame/orders/$orderId');

/** One order: what was bought, by whom, how it was paid, and what it led to. */
export function OrderPage() {
  const { orderId } = route.useParams();
  const { orders } = useTexts();
  return (
    <Loaded query={useQuery(orderQuery(orderId))} title={orders.label}>
      {(order) => <OrderView order={order} />}
    </Loaded>
  );
}

function OrderView({ order }: { readonly order: Order }) {
  const { orders, customers } = useTexts();
  const session = useSession();
  return (
    <Page
      title={`${orders.number} ${order.number ?? ''}`.trim()}
      aside={
        <>
          <OrderStatus status={order.status} />
          {order.isTest === true ? <Status tone="off">{orders.test}</Status> : null}
          <OrderActions order={order} />
        </>
      }
    >
      {order.status === 'Paid' && order.lastFulfilmentFailure !== undefined ? (
        <Notice title={orders.fulfilmentFailed}>{order.lastFulfilmentFailure}</Notice>
      ) : null}
      <UndueMoney order={order} />
      <Section title={orders.facts} aside={<AuditLink kind="order" id={order.id} />}>
        <OrderFacts order={order} />
      </Section>
      <Section title={orders.lines}>
        <Lines order={order} />
      </Section>
      <Section title={orders.payments}>
        <Payments order={order} />
      </Section>
      <OrderRefunds refunds={order.refunds} />
      <Section title={orders.documents}>
        <Documents orderId={order.id} />
      </Section>
      {mayDo(session, 'licenses:read') ? (
        <Section title={orders.licenses}>
          <LicenseTable filters={{ orderId: order.id }} empty={customers.noLicenses} />
        </Section>
      ) : null}
    </Page>
  );
}

function UndueMoney({ order }: { readonly order: Order }) {
  const texts = useOrderTexts();
  const money = useMoney();
  const undue = undueMoney(order, texts.undueReasons);
  if (undue === undefined) return null;
  const { amount, reason } = undue;
  return <Notice title={texts.owed}>{texts.owedText(money(amount.amount, amount.currency), reason)}</Notice>;
}

function OrderFacts({ order }: { readonly order: Order }) {
  const { orders } = useTexts();
  const session = useSession();
  const { billingDetails, customerId } = order;
  const buyer = billingDetails?.name ?? billingDetails?.email;
  return (
    <Facts
      rows={[
        {
          name: orders.buyer,
          value:
            customerId === undefined || !mayDo(session, 'customers:read') ? (
              buyer
            ) : (
              <Link to="/customers/$customerId" params={{ customerId }} className={links.link ?? ''}>
                {buyer ?? customerId}
              </Link>
            ),
        },
        { name: orders.email, value: billingDetails?.email },
        { name: orders.created, value: <Moment at={order.createdAt} /> },
        { name: orders.paid, value: order.paidAt === undefined ? undefined : <Moment at={order.paidAt} /> },
      ]}
    />
  );
}

function Lines({ order: { lines, total } }: { readonly order: Order }) {
  const { orders } = useTexts();
  const money = useMoney();
  const sums =
    total === undefined
      ? []
      : ([
          [orders.subtotal, total.subtotal],
          [orders.taxes, total.taxes],
          [orders.due, total.due],
        ] as const);
  return (
    <>
      <ul className={classes.rows}>
        {lines.map(({ title, quantity }, index) => (
          // Two lines may have the same title.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={classes.row}>
            <span>{title}</span>
            <span className={classes.amount}>× {quantity}</span>
          </li>
        ))}
      </ul>
      <dl className={classes.sums}>
        {sums.map(([label, { amount, currency }]) => (
          <div key={label} className={classes.row}>
            <dt>{label}</dt>
            <dd className={classes.amount}>{money(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const PAYMENT_TONES: Readonly<Record<Order['payments'][number]['status'], Tone>> = {
  Pending: 'waiting',
  Succeeded: 'good',
  Failed: 'bad',
  Surplus: 'bad',
  Short: 'bad',
};

function Payments({ order: { payments } }: { readonly order: Order }) {
  const { orders } = useTexts();
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
      {payments.map(({ id, status, amount, provider, failure, createdAt }) => (
        <li key={id} className={classes.row}>
          <Status tone={PAYMENT_TONES[status]}>{orders.paymentStatuses[status]}</Status>
          <span className={classes.text}>{[provider, failure].filter(Boolean).join(': ')}</span>
          <span className={classes.amount}>{money(amount.amount, amount.currency)}</span>
          <Moment at={createdAt} />
        </li>
      ))}
    </ul>
  );
}

function Documents({ orderId }: { readonly orderId: string }) {
  const { orders, list } = useTexts();
  const money = useMoney();
  const query = useQuery(documentsQuery(orderId));
  const { data } = query;
  if (data === undefined && query.error !== null)
    return <FailureState failure={query.error} onRetry={() => void query.refetch()} />;
  if (data === undefined || data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {data === undefined ? list.loading : orders.noDocuments}
      </Text>
    );
  }
  return (
    <ul className={classes.rows}>
      {data.items.map(({ id, kind, number, total, issuedAt }) => (
        <li key={id} className={classes.row}>
          <Anchor href={`/api/documents/${id}/pdf`} download size="sm">
            {number}
          </Anchor>
          <span className={classes.text}>{orders.documentKinds[kind]}</span>
          <span className={classes.amount}>{money(total.amount, total.currency)}</span>
          <Moment at={issuedAt} />
        </li>
      ))}
    </ul>
  );
}
