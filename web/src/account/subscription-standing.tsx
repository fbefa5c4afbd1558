import { Button, Text, VisuallyHidden } from '@mantine/core';
import { use, useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { ClockIcon } from '../page/icons.tsx';
import { WarningIcon } from '@latchkey/ui/icons.tsx';
import { Note } from '@latchkey/ui/note.tsx';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { payRenewal, resumeSubscription, type Subscription } from '../api/subscriptions.ts';
import { useAmount } from './order-lines.tsx';
import { PayNow } from './pay-now.tsx';
import { useSubscriptionChange } from './subscription-change.ts';
import { Paused } from './subscription-pause.tsx';
import { AgreedPlan } from './subscription-plan.tsx';
import { nextTotalOf } from './subscription-state.ts';
import styles from './subscriptions-page.module.css';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

interface StandingProps {
  readonly subscription: Subscription;
}

interface ChangeProps extends StandingProps {
  /** Says what has changed. */
  readonly onDone: (sentence: string) => void;
}

interface NewsProps extends ChangeProps {
  /** What has just changed, as a sentence; empty if nothing has. */
  readonly news: string;
}

/** What is out of the ordinary about a subscription: what is open, agreed or over. */
export function SubscriptionStanding({ subscription, news, onDone }: NewsProps) {
  const texts = useSubscriptionsTexts();
  const { status, endedAt, fallback, mergedInto, pausedUntil } = subscription;
  // The note about it says the same.
  const isTold = status === 'Cancelled' || pausedUntil !== undefined;
  return (
    <>
      <Text component="output" size="sm" className={news === '' || isTold ? styles.silent : undefined}>
        {news}
      </Text>
      <OpenPayment subscription={subscription} />
      {endedAt === undefined || status === 'Completed' ? null : (
        <Note icon={<ClockIcon />} title={texts.endedTitle}>
          {fallback?.isInForce === true ? null : <Text size="sm">{texts.endedText}</Text>}
          {mergedInto === undefined ? (
            <PayNow id={subscription.id} label={texts.renew} open={payRenewal} />
          ) : null}
        </Note>
      )}
      {status === 'Cancelled' ? <Cancelled subscription={subscription} onDone={onDone} /> : null}
      {pausedUntil === undefined ? null : (
        <Paused subscription={subscription} onDone={onDone} pausedUntil={pausedUntil} />
      )}
      <AgreedPlan subscription={subscription} />
    </>
  );
}

/** Until the end of what is paid, a cancellation can be taken back; within the grace after it, only a payment goes on. */
function Cancelled({ subscription, onDone }: ChangeProps) {
  const { id, cancelAt = '', expiresAt, mergedInto } = subscription;
  const texts = useSubscriptionsTexts();
  const { locale } = use(LanguageOfPage);
  const [now] = useState(() => Date.now());
  const isOver = Date.parse(cancelAt) <= now;
  const way = isOver ? (
    <PayNow id={id} label={texts.renew} open={payRenewal} />
  ) : (
    <Resume subscription={subscription} onDone={onDone} />
  );
  return (
    <Note
      icon={<ClockIcon />}
      title={isOver ? texts.endedTitle : texts.cancelledTitle(formatDay(cancelAt, locale))}
    >
      <Text size="sm">{isOver ? texts.worksUntil(formatDay(expiresAt, locale)) : texts.cancelledText}</Text>
      {mergedInto === undefined ? way : <Text size="sm">{texts.mergedText}</Text>}
    </Note>
  );
}

/** A payment that did not go through, or is to be made by hand. */
function OpenPayment({ subscription }: StandingProps) {
  const { id, status, expiresAt, payment, nextPaymentScheduledAt } = subscription;
  const texts = useSubscriptionsTexts();
  const { locale } = use(LanguageOfPage);
  const amount = useAmount();
  const due = amount(nextTotalOf(subscription).due);
  // The grace may be over before the last try.
  const isInForce = status === 'Active';
  if (payment.state === 'Retrying' && nextPaymentScheduledAt !== null) {
    return (
      <div className={styles.warning}>
        <Note icon={<WarningIcon />} title={texts.retrying}>
          <Text size="sm">{texts.retryingText(formatDay(nextPaymentScheduledAt, locale))}</Text>
          {isInForce ? <Text size="sm">{texts.worksUntil(formatDay(expiresAt, locale))}</Text> : null}
          <PayNow id={id} label={texts.pay(due)} open={payRenewal} />
        </Note>
      </div>
    );
  }
  if (payment.state !== 'NeedsBuyer') return null;
  const { reason } = payment;
  return (
    <div className={styles.warning}>
      <Note icon={<WarningIcon />} title={reason === undefined ? texts.dueTitle : texts.failedTitle}>
        {reason === undefined ? null : <Text size="sm">{reason}</Text>}
        <Text size="sm">
          {isInForce ? texts.payBy(due, formatDay(expiresAt, locale)) : texts.payAgain(due)}
        </Text>
        <PayNow id={id} label={texts.pay(due)} open={payRenewal} />
      </Note>
    </div>
  );
}

function Resume({ subscription, onDone }: ChangeProps) {
  const texts = useSubscriptionsTexts();
  const { locale, texts: shared } = use(LanguageOfPage);
  const { mutate, isPending, error } = useSubscriptionChange(
    resumeSubscription,
    ({ nextPaymentScheduledAt }) => {
      onDone(texts.resumed(formatDay(nextPaymentScheduledAt ?? subscription.expiresAt, locale)));
    },
  );
  return (
    <>
      <Button
        variant="default"
        mt="sm"
        loading={isPending}
        onClick={() => {
          mutate(subscription.id);
        }}
      >
        {texts.resume}
      </Button>
      <VisuallyHidden component="output">{isPending ? texts.resuming : ''}</VisuallyHidden>
      {error === null ? null : <ErrorLine>{failureMessage(error, shared.failure).text}</ErrorLine>}
    </>
  );
}
