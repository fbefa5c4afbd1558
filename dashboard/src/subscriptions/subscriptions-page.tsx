import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Owned } from '../customers/owned-rows.ts';
import { type Column, DataList } from '../list/data-list.tsx';
import { isFiltered } from '../list/filter-search.ts';
import { ChoiceFilter } from '../list/filters.tsx';
import { sortingOf } from '../list/sorting.ts';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { PriceChangeDialog } from './price-change-dialog.tsx';
import type { SubscriptionTexts } from './subscription-en.ts';
import {
  SUBSCRIPTION_SORT_FIELDS,
  type Subscription,
  subscriptionFiltersIn,
  type SubscriptionFilters,
  subscriptionsQuery,
  subscriptionsQueryOf,
} from './subscription-queries.ts';
import { CyclePrice, PaymentState, SubscriptionStatus } from './subscription-states.tsx';
import { useSubscriptionTexts } from './subscription-texts.ts';

const route = getRouteApi('/frame/subscriptions');

/** Recurring sales, newest first or oldest first, and those whose payment needs somebody. */
export function SubscriptionsPage() {
  const { products, subscriptions } = useTexts();
  const texts = useSubscriptionTexts();
  const session = useSession();
  const filters = subscriptionFiltersIn(route.useSearch());
  const navigate = route.useNavigate();
  const [isAnnouncing, setIsAnnouncing] = useState(false);
  const change = (next: SubscriptionFilters) =>
    void navigate({ search: { ...filters, ...next }, replace: true });
  const clear = () => void navigate({ search: { sort: filters.sort }, replace: true });
  return (
    <Page
      title={subscriptions.label}
      aside={
        mayDo(session, 'subscriptions:prices') ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setIsAnnouncing(true);
            }}
          >
            {texts.announce}
          </Button>
        ) : null
      }
    >
      <DataList
        name="subscriptions"
        news="subscription"
        label={subscriptions.label}
        columns={columnsOf(texts, mayDo(session, 'customers:read'))}
        query={useInfiniteQuery(subscriptionsQuery(filters))}
        keyOf={({ id }) => id}
        linkTo={({ id }) => `/subscriptions/${id}`}
        onClear={isFiltered(filters) ? clear : undefined}
        sorting={sortingOf(filters.sort, SUBSCRIPTION_SORT_FIELDS, change)}
        empty={{
          title: texts.empty,
          text: texts.emptyText,
          guide: 'dashboard-subscriptions.md',
          start: mayDo(session, 'products:read') ? { to: '/products', label: products.label } : undefined,
        }}
        csv={{ kind: 'subscriptions', query: subscriptionsQueryOf(filters) }}
        filters={
          <>
            <ChoiceFilter
              label={texts.status}
              value={filters.status}
              options={subscriptions.statuses}
              onChange={(status) => {
                change({ status });
              }}
            />
            <ChoiceFilter
              label={texts.payment}
              value={filters.paymentState}
              options={texts.paymentStates}
              onChange={(paymentState) => {
                change({ paymentState });
              }}
            />
          </>
        }
      />
      {isAnnouncing ? (
        <PriceChangeDialog
          onClose={() => {
            setIsAnnouncing(false);
          }}
        />
      ) : null}
    </Page>
  );
}

function columnsOf(texts: SubscriptionTexts, hasOwners: boolean): readonly Column<Owned<Subscription>>[] {
  return [
    { id: 'item', label: texts.item, show: ({ content }) => content.id },
    ...(hasOwners
      ? [
          {
            id: 'customer',
            label: texts.customer,
            show: ({ owner }: Owned<Subscription>) => owner?.name ?? owner?.email,
          },
        ]
      : []),
    { id: 'status', label: texts.status, show: ({ status }) => <SubscriptionStatus status={status} /> },
    { id: 'payment', label: texts.payment, show: ({ payment }) => <PaymentState payment={payment} /> },
    {
      id: 'price',
      label: texts.price,
      isNumber: true,
      show: ({ price, cycleLength }) => <CyclePrice price={price} cycleLength={cycleLength} />,
    },
    {
      id: 'next',
      label: texts.next,
      show: ({ nextPaymentScheduledAt: at }) => (at === undefined ? null : <Moment at={at} />),
    },
    {
      id: 'started',
      label: texts.started,
      sortField: 'createdAt',
      show: ({ startedAt }) => <Moment at={startedAt} />,
    },
    {
      id: 'ends',
      label: texts.ends,
      isExtra: true,
      show: ({ cancelAt, endedAt }) => {
        const at = endedAt ?? cancelAt;
        return at === undefined ? null : <Moment at={at} />;
      },
    },
  ];
}
