import { Anchor, Button, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { pageAfter } from '@latchkey/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, use, useEffect, useState } from 'react';
import type { PageQuery } from '../api/every-page.ts';
import { fetchOrders, type Order } from '../api/orders.ts';
import { useSession } from '../identity/use-session.ts';
import { useAccountTexts } from './account-texts.ts';
import { useOrdersTexts } from './orders-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { AccountPage, Empty, PageLead } from './account-page.tsx';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { accountKey, useCustomer } from './customer.ts';
import { ReceiptIcon } from './icons.tsx';
import { Loading } from './loading.tsx';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import { itemOf, nameOfLine, useAmount } from './order-lines.tsx';
import { ShopButton } from '../site/shop-button.tsx';
import classes from './orders-page.module.css';

const ListSearch = lazy(() => import('./list-search.tsx').then((module) => ({ default: module.ListSearch })));

/** With fewer orders, a search takes more attention than the list. */
const SEARCHED_FROM = 7;
/** In pixels. */
const SEARCH_HEIGHT = 42;

const FIRST_PAGE: PageQuery = { pageSize: 20 };

/** `/account/orders`: purchases, newest first. */
export function OrdersPage() {
  const orders = useOrdersTexts();
  return (
    <AccountPage title={orders.title}>
      <Orders />
    </AccountPage>
  );
}

function Orders() {
  const texts = useOrdersTexts();
  const orders = useOrders();
  const { data, error, refetch } = orders;
  const [search, setSearch] = useState('');
  const isSearching = search.trim() !== '';
  useAllPages(orders, isSearching);
  return (
    <Stack gap="md">
      <PageLead title={texts.title} />
      {data === undefined && error === null ? <Loading heights={[84, 84, 84]} /> : null}
      {data === undefined && error !== null ? (
        <FailureState failure={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined ? null : (
        <OrderList orders={data} isComplete={!orders.hasNextPage} search={search} onSearch={setSearch} />
      )}
      {data === undefined || (isSearching && orders.isFetchingNextPage) ? null : <More {...orders} />}
    </Stack>
  );
}

function useOrders() {
  const { id } = useCustomer();
  const isSignedIn = useSession().signedIn?.id === id;
  return useInfiniteQuery({
    queryKey: accountKey(id, ['orders']),
    initialPageParam: FIRST_PAGE,
    queryFn: ({ pageParam, signal }) => fetchOrders(pageParam, signal),
    getNextPageParam: (page): PageQuery | undefined => {
      const after = pageAfter(page);
      return after && { ...FIRST_PAGE, ...after };
    },
    enabled: isSignedIn,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

/** A search covers all orders: it loads the pages that are missing. A page that fails waits for the reader. */
function useAllPages(
  { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: ReturnType<typeof useOrders>,
  isSearching: boolean,
): void {
  useEffect(() => {
    if (isSearching && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isSearching, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
}

interface OrderListProps {
  readonly orders: readonly Order[];
  /** There are no others. */
  readonly isComplete: boolean;
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

function OrderList({ orders, isComplete, search, onSearch }: OrderListProps) {
  const texts = useOrdersTexts();
  const { common } = useAccountTexts();
  const wish = search.trim();
  const matches = orders.filter((order) => isMatch(order, wish.toLocaleLowerCase()));
  if (orders.length === 0) {
    return (
      <Empty icon={<ReceiptIcon size={28} />} title={texts.empty} text={texts.emptyText}>
        <ShopButton>{common.toShop}</ShopButton>
      </Empty>
    );
  }
  return (
    <>
      {orders.length < SEARCHED_FROM ? null : (
        <Suspense fallback={<Loading heights={[SEARCH_HEIGHT]} />}>
          <ListSearch
            label={texts.search}
            text={search}
            matches={isComplete ? texts.matches(matches.length) : ''}
            onChange={onSearch}
          />
        </Suspense>
      )}
      {matches.length === 0 && isComplete ? <Text>{texts.noMatch(wish)}</Text> : null}
      {matches.length === 0 ? null : (
        <Paper component="ul" className={classes.orders}>
          {matches.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </Paper>
      )}
    </>
  );
}

function isMatch({ number = '', items }: Order, wish: string): boolean {
  return [number, ...items.map(nameOfLine)].some((text) => text.toLocaleLowerCase().includes(wish));
}

function OrderRow({ order }: { readonly order: Order }) {
  const texts = useOrdersTexts();
  const { locale } = use(LanguageOfPage);
  const amount = useAmount();
  const { id: orderId, number, items, total, completedAt } = order;
  const [first, ...others] = items;
  const date = completedAt === undefined ? '' : formatDay(completedAt, locale);
  return (
    <li className={classes.order}>
      {first === undefined ? null : <Thumbnail {...itemOf(first)} width={72} />}
      <div className={classes.what}>
        <Anchor
          fw={600}
          c="inherit"
          underline="hover"
          className={classes.link}
          renderRoot={(props) => <Link to="/account/orders/$orderId" params={{ orderId }} {...props} />}
        >
          {first === undefined ? texts.of(date) : texts.items(nameOfLine(first), others.length)}
        </Anchor>
        <Text size="sm" c="dimmed">
          {number === undefined ? date : `${date} · `}
          <span className={classes.number}>{number}</span>
        </Text>
      </div>
      <Text fw={600} className={classes.total}>
        {total === undefined || total.due.amount === 0 ? texts.free : amount(total.due)}
      </Text>
    </li>
  );
}

interface MoreProps {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: Error | null;
  readonly fetchNextPage: () => unknown;
}

/** The next page of the list; a failed one can be requested again. */
function More({ hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage }: MoreProps) {
  const { common } = useAccountTexts();
  if (isFetchNextPageError && error !== null) {
    return <FailureState failure={error} onRetry={() => void fetchNextPage()} />;
  }
  if (!hasNextPage) return null;
  return (
    <div>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {common.more}
      </Button>
      <VisuallyHidden component="output">{isFetchingNextPage ? common.loadingMore : ''}</VisuallyHidden>
    </div>
  );
}
