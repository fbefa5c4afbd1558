import { Anchor, Button, Paper, Stack, Text } from '@mantine/core';
import { Refusal } from '@latchkey/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { use, useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { BackIcon, BrokenLinkIcon } from '../page/icons.tsx';
import { PageHeading, SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { fetchSubscription, fetchSubscriptionOrders, type Subscription } from '../api/subscriptions.ts';
import { AccountPage, Empty } from './account-page.tsx';
import classes from './account.module.css';
import { useAccountQuery } from './customer.ts';
import { Loading } from './loading.tsx';
import { useAmount } from './order-lines.tsx';
import { usePageName } from './page-title.ts';
import { SubscriptionFacts } from './subscription-facts.tsx';
import { SubscriptionFallback } from './subscription-fallback.tsx';
import { SubscriptionProgress } from './subscription-progress.tsx';
import { SubscriptionStanding } from './subscription-standing.tsx';
import { itemOf } from './subscription-state.ts';
import { SubscriptionStatus } from './subscription-status.tsx';
import { SubscriptionWays } from './subscription-ways.tsx';
import styles from './subscriptions-page.module.css';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

const route = getRouteApi('/site/account/subscriptions/$subscriptionId');

/** `/account/subscriptions/{id}`: what it is, what it costs, what comes next, and its payments. */
export function SubscriptionPage() {
  const texts = useSubscriptionsTexts();
  const { subscriptionId } = route.useParams();
  return (
    <AccountPage title={texts.title}>
      <OneSubscription key={subscriptionId} id={subscriptionId} />
    </AccountPage>
  );
}

function OneSubscription({ id }: { readonly id: string }) {
  const texts = useSubscriptionsTexts();
  const { data, error, refetch } = useAccountQuery(['subscription', id], (signal) =>
    fetchSubscription(id, signal),
  );
  return (
    <Stack gap="md">
      <Anchor
        underline="hover"
        className={classes.back}
        renderRoot={(props) => <Link to="/account/subscriptions" {...props} />}
      >
        <BackIcon size={18} />
        {texts.back}
      </Anchor>
      {data === undefined && error === null ? <Loading heights={[64, 240, 160]} /> : null}
      {data === undefined && error !== null ? (
        <Unavailable failure={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined ? null : <Parts subscription={data} />}
    </Stack>
  );
}

/** What is open comes first, then the facts, then what can be done. */
function Parts({ subscription }: { readonly subscription: Subscription }) {
  const { id, milestoneProgress, fallback } = subscription;
  const [news, setNews] = useState('');
  return (
    <>
      <Head subscription={subscription} />
      <SubscriptionStanding subscription={subscription} news={news} onDone={setNews} />
      <div className={styles.columns}>
        <Stack gap="md">
          <SubscriptionFacts subscription={subscription} />
          <SubscriptionWays subscription={subscription} onDone={setNews} />
          {milestoneProgress === undefined ? null : (
            <SubscriptionProgress subscription={subscription} progress={milestoneProgress} />
          )}
          {fallback === undefined ? null : <SubscriptionFallback fallback={fallback} />}
        </Stack>
        <History id={id} />
      </div>
    </>
  );
}

interface UnavailableProps {
  readonly failure: Error;
  readonly onRetry: () => void;
}

function Unavailable({ failure, onRetry }: UnavailableProps) {
  const texts = useSubscriptionsTexts();
  const isUnknown = failure instanceof Refusal && [400, 403, 404].includes(failure.status);
  if (!isUnknown) return <FailureState failure={failure} onRetry={onRetry} />;
  return (
    <Empty icon={<BrokenLinkIcon size={28} />} title={texts.unknown} text={texts.unknownText} isPage>
      <Button renderRoot={(props) => <Link to="/account/subscriptions" {...props} />}>{texts.back}</Button>
    </Empty>
  );
}

function Head({ subscription }: { readonly subscription: Subscription }) {
  const { name, iconUrl, pictureUrl } = itemOf(subscription);
  usePageName(name);
  return (
    <div className={styles.head}>
      <Thumbnail name={name} iconUrl={iconUrl} pictureUrl={pictureUrl} width={80} />
      <div>
        <PageHeading>{name}</PageHeading>
        <SubscriptionStatus subscription={subscription} />
      </div>
    </div>
  );
}

/** The latest payments, each leading to its order with its receipt. */
function History({ id }: { readonly id: string }) {
  const texts = useSubscriptionsTexts();
  const { locale } = use(LanguageOfPage);
  const amount = useAmount();
  const { data, error, refetch } = useAccountQuery(['subscription-orders', id], (signal) =>
    fetchSubscriptionOrders(id, signal),
  );
  if (data === undefined && error !== null)
    return <FailureState failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading heights={[160]} />;
  return (
    <Paper component="section" className={classes.card} aria-labelledby="history-heading">
      <SectionHeading id="history-heading">{texts.history}</SectionHeading>
      {data.items.length === 0 ? <Text>{texts.noHistory}</Text> : null}
      <dl className={styles.facts}>
        {data.items.map(({ id: orderId, completedAt, total, number }) => (
          <div key={orderId} className={styles.payment}>
            <dt>
              <Anchor
                inherit
                renderRoot={(props) => <Link to="/account/orders/$orderId" params={{ orderId }} {...props} />}
              >
                {completedAt === undefined ? (number ?? orderId) : formatDay(completedAt, locale)}
              </Anchor>
            </dt>
            <dd>{total === undefined ? '' : amount(total.due)}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
