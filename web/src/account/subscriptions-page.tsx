import { Anchor, Button, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { pageAfter } from '@latchkey/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { ClockIcon } from '../page/icons.tsx';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import type { PageQuery } from '../api/every-page.ts';
import { fetchSubscriptions, type Subscription } from '../api/subscriptions.ts';
import { useSession } from '../identity/use-session.ts';
import { AccountPage, Empty, PageLead } from './account-page.tsx';
import { useAccountTexts } from './account-texts.ts';
import { accountKey, useCustomer } from './customer.ts';
import { Loading } from './loading.tsx';
import { useAmount } from './order-lines.tsx';
import styles from './subscriptions-page.module.css';
import { itemOf, whatIsNext } from './subscription-state.ts';
import { SubscriptionStatus } from './subscription-status.tsx';
import { ShopButton } from '../site/shop-button.tsx';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

const FIRST_PAGE: PageQuery = { pageSize: 20 };

/** `/account/subscriptions`: newest first, those that have ended, too. */
export function SubscriptionsPage() {
  const texts = useSubscriptionsTexts();
  return (
    <AccountPage title={texts.title}>
      <Subscriptions />
    </AccountPage>
  );
}

function Subscriptions() {
  const texts = useSubscriptionsTexts();
  const { common } = useAccountTexts();
  const { id } = useCustomer();
  const isSignedIn = useSession().signedIn?.id === id;
  const query = useInfiniteQuery({
    queryKey: accountKey(id, ['subscriptions']),
    initialPageParam: FIRST_PAGE,
    queryFn: ({ pageParam, signal }) => fetchSubscriptions(pageParam, signal),
    getNextPageParam: (page): PageQuery | undefined => {
      const after = pageAfter(page);
      return after && { ...FIRST_PAGE, ...after };
    },
    enabled: isSignedIn,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Stack gap="md">
      <PageLead title={texts.title} />
      {data === undefined && error === null ? <Loading heights={[96, 96]} /> : null}
      {error === null ? null : <FailureState failure={error} onRetry={() => void refetch()} />}
      {data === undefined ? null : <List subscriptions={data} />}
      {hasNextPage ? (
        <div>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {common.more}
          </Button>
          <VisuallyHidden component="output">{isFetchingNextPage ? common.loadingMore : ''}</VisuallyHidden>
        </div>
      ) : null}
    </Stack>
  );
}

function List({ subscriptions }: { readonly subscriptions: readonly Subscription[] }) {
  const texts = useSubscriptionsTexts();
  if (subscriptions.length === 0) {
    return (
      <Empty icon={<ClockIcon size={28} />} title={texts.empty} text={texts.emptyText}>
        <ShopButton>{texts.toShop}</ShopButton>
      </Empty>
    );
  }
  return (
    <Paper component="ul" className={styles.list}>
      {subscriptions.map((subscription) => (
        <Row key={subscription.id} subscription={subscription} />
      ))}
    </Paper>
  );
}

function Row({ subscription }: { readonly subscription: Subscription }) {
  const texts = useSubscriptionsTexts();
  const { locale } = use(LanguageOfPage);
  const amount = useAmount();
  const { id: subscriptionId, cycleLength, total, variation } = subscription;
  const { name, iconUrl, pictureUrl } = itemOf(subscription);
  const next = whatIsNext(subscription, texts, (moment) => formatDay(moment, locale));
  return (
    <li className={styles.row}>
      <Thumbnail name={name} iconUrl={iconUrl} pictureUrl={pictureUrl} width={72} />
      <div className={styles.what}>
        <Anchor
          fw={600}
          c="inherit"
          underline="hover"
          className={styles.link}
          renderRoot={(props) => (
            <Link to="/account/subscriptions/$subscriptionId" params={{ subscriptionId }} {...props} />
          )}
        >
          {texts.item(name, variation.name)}
        </Anchor>
        <Text size="sm" c="dimmed">
          {[texts.every[cycleLength](amount(total.due)), next].filter(Boolean).join('\u00A0· ')}
        </Text>
      </div>
      <SubscriptionStatus subscription={subscription} />
    </li>
  );
}
