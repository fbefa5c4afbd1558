import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { use } from 'react';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { AuditLink } from '../audit-log/audit-link.tsx';
import { CustomerLink } from '../customers/customer-link.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import classes from '../parts/short-lists.module.css';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { SubscriptionActions } from './subscription-actions.tsx';
import { SubscriptionPeriods } from './subscription-periods.tsx';
import { itemNameQuery, plansQuery, type Subscription, subscriptionQuery } from './subscription-queries.ts';
import { CyclePrice, PaymentState, SubscriptionStatus } from './subscription-states.tsx';
import { useSubscriptionTexts } from './subscription-texts.ts';
import { SubscriptionTimeline } from './subscription-timeline.tsx';

const route = getRouteApi('/frame/subscriptions/$subscriptionId');

/** One subscription: how its payment stands, what comes next, and its periods. */
export function SubscriptionPage() {
  const { subscriptionId } = route.useParams();
  const { subscriptions } = useTexts();
  return (
    <Loaded query={useQuery(subscriptionQuery(subscriptionId))} title={subscriptions.label}>
      {(subscription) => <SubscriptionSections subscription={subscription} />}
    </Loaded>
  );
}

function SubscriptionSections({ subscription }: { readonly subscription: Subscription }) {
  const texts = useSubscriptionTexts();
  const { content } = subscription;
  const enabled = mayDo(useSession(), 'products:read');
  const { data: name = content.id } = useQuery({ ...itemNameQuery(content), enabled });
  return (
    <Page
      title={name}
      aside={
        <>
          <SubscriptionStatus status={subscription.status} />
          <SubscriptionActions subscription={subscription} />
        </>
      }
    >
      {subscription.violation === undefined ? null : (
        <Section title={texts.broken}>
          <Text size="sm">{texts.violations[subscription.violation]}</Text>
          <Text size="sm">{texts.brokenText}</Text>
        </Section>
      )}
      <Section title={texts.facts} aside={<AuditLink kind="subscription" id={subscription.id} />}>
        <SubscriptionFacts subscription={subscription} />
      </Section>
      {subscription.ahead.length === 0 ? null : (
        <Section title={texts.ahead}>
          <StepsAhead steps={subscription.ahead} />
        </Section>
      )}
      <Section title={texts.periods}>
        <SubscriptionPeriods id={subscription.id} />
      </Section>
      <Section title={texts.timeline}>
        <SubscriptionTimeline id={subscription.id} />
      </Section>
    </Page>
  );
}

function SubscriptionFacts({ subscription }: { readonly subscription: Subscription }) {
  const texts = useSubscriptionTexts();
  const { price, cycleLength, payment, content, hasPaymentMethod, mergedInto } = subscription;
  const planned = usePlannedFacts(subscription);
  const moments = [
    [texts.next, subscription.nextPaymentScheduledAt],
    [texts.nextAttempt, payment.nextAttemptAt],
    [texts.pausedUntil, subscription.pausedUntil],
    [texts.ends, subscription.endedAt ?? subscription.cancelAt],
    [texts.access, subscription.expiresAt],
    [texts.started, subscription.startedAt],
  ] as const;
  return (
    <Facts
      rows={[
        { name: texts.customer, value: <CustomerLink customerId={subscription.customerId} /> },
        { name: texts.price, value: <CyclePrice price={price} cycleLength={cycleLength} /> },
        { name: texts.quantity, value: content.quantity },
        { name: texts.payment, value: <PaymentState payment={payment} /> },
        { name: texts.attempts, value: payment.attempts === 0 ? undefined : payment.attempts },
        { name: texts.held, value: payment.holdReason && texts.holdReasons[payment.holdReason] },
        { name: texts.failure, value: payment.reason },
        { name: texts.method, value: hasPaymentMethod ? texts.hasMethod : texts.noMethod },
        ...moments.map(([name, at]) => ({ name, value: at === undefined ? undefined : <Moment at={at} /> })),
        ...planned,
        { name: texts.mergedInto, value: mergedInto && <MergedInto id={mergedInto} /> },
        { name: texts.id, value: subscription.id },
      ]}
    />
  );
}

/** Another plan, and another price, that a subscription will have. */
function usePlannedFacts({ content, nextPlan, nextPrice, cycleLength }: Subscription) {
  const texts = useSubscriptionTexts();
  const money = useMoney();
  const { locale } = use(LanguageOfPage);
  const enabled = mayDo(useSession(), 'products:read') && nextPlan !== undefined;
  const plans = useQuery({ ...plansQuery(content), enabled }).data ?? [];
  const nameOf = (variationId: string) => plans.find(({ id }) => id === variationId)?.name ?? variationId;
  const plan = nextPlan && texts.planLine(nextPlan.quantity, nameOf(nextPlan.variationId));
  // Without one, an order has it, which waits for its payment.
  const due = nextPlan?.total?.due;
  const amount = nextPrice && texts.cycles[cycleLength](money(nextPrice.amount, nextPrice.currency));
  return [
    {
      name: texts.nextPlan,
      value:
        plan && (due ? texts.nextPlanLater(plan, money(due.amount, due.currency)) : texts.nextPlanNow(plan)),
    },
    {
      name: texts.nextPrice,
      value:
        amount &&
        `${texts.nextPriceText(amount, formatDay(nextPrice.from, locale))}: ${texts.notices[nextPrice.notice]}`,
    },
  ];
}

/** What happens by itself: with an open renewal, every charge and mail up to the end. */
function StepsAhead({ steps }: { readonly steps: Subscription['ahead'] }) {
  const texts = useSubscriptionTexts();
  return (
    <ul className={classes.rows}>
      {steps.map(({ step, at }) => (
        <li key={`${step}/${at}`} className={classes.row}>
          <span className={classes.text}>{texts.steps[step]}</span>
          <Moment at={at} />
        </li>
      ))}
    </ul>
  );
}

function MergedInto({ id }: { readonly id: string }) {
  const texts = useSubscriptionTexts();
  return (
    <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: id }} className={links.link ?? ''}>
      {texts.anotherSubscription}
    </Link>
  );
}
