import type { components } from '@latchkey/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import type { Owned } from '../customers/owned-rows.ts';
import { type Column, DataList } from '../list/data-list.tsx';
import { isFiltered } from '../list/filter-search.ts';
import { ChoiceFilter, DayFilters, TextFilter } from '../list/filters.tsx';
import { sortingOf } from '../list/sorting.ts';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { OrderStatus } from '../parts/states.tsx';
import { Status } from '../parts/status.tsx';
import type { DashboardTexts } from '../texts/dashboard-en.ts';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import {
  ORDER_SORT_FIELDS,
  orderFiltersIn,
  type OrderFilters,
  ordersQuery,
  ordersQueryOf,
} from './order-queries.ts';

type OrderSummary = Owned<components['schemas']['OrderSummary']>;

const route = getRouteApi('/frame/orders');

/** Finds an order by its number or its buyer, and shows the newest ones. */
export function OrdersPage() {
  const texts = useTexts();
  const { orders, products } = texts;
  const filters = orderFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const session = useSession();
  const { timeZone } = session.account;
  const money = useMoney();
  const change = (next: OrderFilters) => void navigate({ search: { ...filters, ...next }, replace: true });
  const clear = () => void navigate({ search: { sort: filters.sort }, replace: true });
  return (
    <Page title={orders.label}>
      <DataList
        name="orders"
        news="order"
        label={orders.label}
        columns={columnsOf(texts, money)}
        query={useInfiniteQuery(ordersQuery(filters, timeZone))}
        keyOf={({ id }) => id}
        linkTo={({ id }) => `/orders/${id}`}
        onClear={isFiltered(filters) ? clear : undefined}
        sorting={sortingOf(filters.sort, ORDER_SORT_FIELDS, change)}
        empty={{
          title: orders.empty,
          text: orders.emptyText,
          guide: 'dashboard-orders.md',
          start: mayDo(session, 'products:read') ? { to: '/products', label: products.label } : undefined,
        }}
        csv={{ kind: 'orders', query: ordersQueryOf(filters, timeZone), isPersonal: true }}
        filters={
          <>
            <TextFilter
              label={orders.search}
              value={filters.number}
              onChange={(number) => {
                change({ number });
              }}
            />
            <TextFilter
              label={orders.email}
              value={filters.email}
              onChange={(email) => {
                change({ email });
              }}
            />
            <ChoiceFilter
              label={orders.status}
              value={filters.status}
              options={orders.statuses}
              onChange={(status) => {
                change({ status });
              }}
            />
            <ChoiceFilter
              label={orders.money}
              value={filters.undue}
              options={{ true: orders.undue }}
              onChange={(undue) => {
                change({ undue });
              }}
            />
            <ChoiceFilter
              label={orders.needs}
              value={filters.needs}
              options={orders.needsOf}
              onChange={(needs) => {
                change({ needs });
              }}
            />
            <DayFilters value={filters} onChange={change} />
          </>
        }
      />
    </Page>
  );
}

function columnsOf(
  { orders }: DashboardTexts,
  money: (amount: number, currency: string) => string,
): readonly Column<OrderSummary>[] {
  return [
    { id: 'number', label: orders.number, show: ({ number }) => number ?? orders.unnumbered },
    {
      id: 'buyer',
      label: orders.buyer,
      // A cart has a buyer, too, once somebody signed in.
      show: ({ billingDetails, owner }) =>
        billingDetails?.name ?? billingDetails?.email ?? owner?.name ?? owner?.email,
    },
    { id: 'items', label: orders.items, show: ({ lines }) => lines.map(({ title }) => title).join(', ') },
    {
      id: 'status',
      label: orders.status,
      show: ({ status, undue }) => (
        <>
          <OrderStatus status={status} /> {undue === true ? <Status tone="bad">{orders.undue}</Status> : null}
        </>
      ),
    },
    {
      id: 'total',
      label: orders.total,
      isNumber: true,
      show: ({ total }) => (total === undefined ? null : money(total.due.amount, total.due.currency)),
    },
    {
      id: 'created',
      label: orders.created,
      sortField: 'createdAt',
      show: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      id: 'paid',
      label: orders.paid,
      isExtra: true,
      show: ({ paidAt }) => (paidAt === undefined ? null : <Moment at={paidAt} />),
    },
  ];
}
