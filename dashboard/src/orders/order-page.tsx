import type { components } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Notice } from '@latchkey/ui/notice.tsx';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { AuditLink } from '../audit-log/audit-link.tsx';
import { Timeline } from '../audit-log/timeline.tsx';
import { CustomerLink } from '../customers/customer-link.tsx';
import { addressText } from '../form/address-fields.ts';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { LicenseTable } from '../parts/short-lists.tsx';
import { OrderStatus } from '../parts/states.tsx';
import { Status } from '../parts/status.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderDisputes } from './order-disputes.tsx';
import { OrderDocuments } from './order-documents.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderPayments } from './order-payments.tsx';
import { orderQuery, orderTimelineQuery } from './order-queries.ts';
import { OrderRefunds } from './order-refunds.tsx';
import { OrderTaxes } from './order-taxes.tsx';
import { useOrderTexts } from './order-texts.ts';
import { OrderWithdrawals } from './order-withdrawals.tsx';
import { Undelivered } from './undelivered.tsx';
import { amountLeft, undueMoney } from './undue-money.ts';

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
      title={order.number === undefined ? orders.unnumbered : `${orders.number} ${order.number}`}
      aside={
        <>
          <OrderStatus status={order.status} />
          <ReturnedStatus order={order} />
          {order.isTest === true ? <Status tone="off">{orders.test}</Status> : null}
          <OrderActions order={order} />
        </>
      }
    >
      <Undelivered order={order} />
      <UndueMoney order={order} />
      <OrderDisputes order={order} />
      <OrderWithdrawals order={order} />
      <Section title={orders.facts} aside={<AuditLink kind="order" id={order.id} />}>
        <OrderFacts order={order} />
      </Section>
      <Section title={orders.lines}>
        <OrderLines order={order} />
      </Section>
      <OrderTaxes order={order} />
      <Section title={orders.payments}>
        <OrderPayments order={order} />
      </Section>
      <OrderRefunds refunds={order.refunds} />
      <Section title={orders.documents}>
        <OrderDocuments orderId={order.id} />
      </Section>
      {mayDo(session, 'licenses:read') ? (
        <Section title={orders.licenses}>
          <LicenseTable filters={{ orderId: order.id }} empty={customers.noLicenses} />
        </Section>
      ) : null}
      <OrderTimeline orderId={order.id} />
    </Page>
  );
}

/** Whether all of its money went back, or a part of it; nothing while nothing did. */
function ReturnedStatus({ order: { total, refunded } }: { readonly order: Order }) {
  const texts = useOrderTexts();
  if (total === undefined || refunded === undefined || refunded.amount === 0) return null;
  const isAll = amountLeft(total.due.amount, refunded.amount) <= 0;
  return <Status tone="waiting">{isAll ? texts.allReturned : texts.partReturned}</Status>;
}

function OrderTimeline({ orderId }: { readonly orderId: string }) {
  const texts = useOrderTexts();
  return (
    <Section title={texts.timeline}>
      <Timeline query={useQuery(orderTimelineQuery(orderId))} empty={texts.noEvents} />
    </Section>
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
  const texts = useOrderTexts();
  const { billingDetails, origin, subscriptionId, utm = {} } = order;
  const moments = [
    [orders.created, order.createdAt],
    [orders.paid, order.paidAt],
    [orders.statuses.Completed, order.completedAt],
    [texts.cancelled, order.cancelledAt],
  ] as const;
  return (
    <Facts
      rows={[
        { name: orders.buyer, value: <Buyer order={order} /> },
        { name: orders.email, value: billingDetails?.email },
        { name: texts.company, value: billingDetails?.businessName },
        { name: texts.taxId, value: billingDetails?.taxId },
        { name: texts.phone, value: billingDetails?.phone },
        { name: texts.address, value: billingDetails?.address && addressText(billingDetails.address) },
        {
          name: texts.origin,
          value: (
            <>
              {texts.origins[origin]}
              {subscriptionId === undefined ? null : <SubscriptionLink id={subscriptionId} />}
            </>
          ),
        },
        { name: texts.campaign, value: Object.values(utm).join(' · ') },
        ...moments.map(([name, at]) => ({ name, value: at === undefined ? undefined : <Moment at={at} /> })),
      ]}
    />
  );
}

function Buyer({ order: { billingDetails, customerId } }: { readonly order: Order }) {
  const session = useSession();
  const buyer = billingDetails?.name ?? billingDetails?.email;
  if (customerId === undefined || !mayDo(session, 'customers:read')) return buyer;
  if (buyer === undefined) return <CustomerLink customerId={customerId} />;
  return (
    <Link to="/customers/$customerId" params={{ customerId }} className={links.link ?? ''}>
      {buyer}
    </Link>
  );
}

function SubscriptionLink({ id }: { readonly id: string }) {
  const texts = useOrderTexts();
  if (!mayDo(useSession(), 'subscriptions:read')) return null;
  return (
    <div>
      <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: id }} className={links.link ?? ''}>
        {texts.toSubscription}
      </Link>
    </div>
  );
}
