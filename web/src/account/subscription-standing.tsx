import { Button, Paper, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { use, useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { ClockIcon } from '../page/icons.tsx';
import { WarningIcon } from '@latchkey/ui/icons.tsx';
import { Note } from '@latchkey/ui/note.tsx';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import {
  cancelSubscription,
  methodPage,
  payRenewal,
  resumeSubscription,
  type Subscription,
} from '../api/subscriptions.ts';
import classes from './account.module.css';
import { SubscriptionPlan } from './subscription-plan.tsx';
import { Pauses } from './subscription-pause.tsx';
import { itemOf } from './subscription-state.ts';
import styles from './subscriptions-page.module.css';
import { useSubscriptionChange } from './subscription-change.ts';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

interface StandingProps {
  readonly subscription: Subscription;
}

/** What is out of the ordinary about a subscription, and what its owner can do: cancel, or take that back. */
export function SubscriptionStanding({ subscription }: StandingProps) {
  const texts = useSubscriptionsTexts();
  const { status, cancellable, endedAt, fallback, mergedInto } = subscription;
  const [done, setDone] = useState('');
  return (
    <>
      <Text component="output" size="sm" pos={done === '' ? 'absolute' : undefined}>
        {done}
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
      {status === 'Cancelled' ? <Cancelled subscription={subscription} onDone={setDone} /> : null}
      <div className={`${classes.actions} ${styles.ways}`}>
        <SubscriptionPlan subscription={subscription} />
        {cancellable || (status === 'Cancelled' && mergedInto === undefined) ? (
          <div>
            <PayNow id={subscription.id} label={texts.changeMethod} open={methodPage} variant="default" />
          </div>
        ) : null}
        <Pauses subscription={subscription} onDone={setDone} />
        {cancellable ? <Cancel subscription={subscription} onDone={setDone} /> : null}
      </div>
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

/** A payment that did not go through. */
function OpenPayment({ subscription }: StandingProps) {
  const { id, status, expiresAt, payment, nextPaymentScheduledAt } = subscription;
  const texts = useSubscriptionsTexts();
  const { locale } = use(LanguageOfPage);
  // The grace may be over before the last try.
  const access =
    status === 'Active' ? <Text size="sm">{texts.worksUntil(formatDay(expiresAt, locale))}</Text> : null;
  if (payment.state === 'Retrying' && nextPaymentScheduledAt !== null) {
    return (
      <Note icon={<WarningIcon />} title={texts.retrying}>
        <Text size="sm">{texts.retryingText(formatDay(nextPaymentScheduledAt, locale))}</Text>
        {access}
        <PayNow id={id} label={texts.payNow} open={payRenewal} />
      </Note>
    );
  }
  if (payment.state !== 'NeedsBuyer') return null;
  const { reason } = payment;
  return (
    <Note icon={<WarningIcon />} title={texts.needsBuyer}>
      <Text size="sm">{reason === undefined ? texts.needsBuyerPlain : texts.needsBuyerText(reason)}</Text>
      {access}
      <PayNow id={id} label={texts.payNow} open={payRenewal} />
    </Note>
  );
}

interface PayNowProps {
  readonly id: string;
  readonly label: string;
  /** The page of the payment. */
  readonly open: (id: string) => Promise<string | undefined>;
  readonly variant?: 'default' | 'filled';
}

/** Leads to the page of a payment. */
export function PayNow({ id, label, open, variant = 'filled' }: PayNowProps) {
  const { texts: shared } = use(LanguageOfPage);
  const { mutate, isPending, error } = useMutation({
    mutationFn: open,
    onSuccess: (location) => {
      if (location !== undefined) window.location.assign(location);
    },
  });
  return (
    <>
      <Button
        mt={variant === 'filled' ? 'sm' : 0}
        variant={variant}
        loading={isPending}
        onClick={() => {
          mutate(id);
        }}
      >
        {label}
      </Button>
      {error === null ? null : <ErrorLine>{failureMessage(error, shared.failure).text}</ErrorLine>}
    </>
  );
}

interface ChangeProps extends StandingProps {
  /** Says what has changed. */
  readonly onDone: (sentence: string) => void;
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

/** Two steps: what is lost and when, then the cancellation itself. */
function Cancel(props: ChangeProps) {
  const texts = useSubscriptionsTexts();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  if (isOpen) return <Consequences {...props} onClose={close} />;
  return (
    <div>
      <Button
        variant="subtle"
        color="red"
        c="var(--mantine-color-red-light-color)"
        onClick={() => {
          setOpen(true);
        }}
      >
        {texts.cancel}
      </Button>
    </div>
  );
}

function Consequences({ subscription, onDone, onClose }: ChangeProps & { readonly onClose: () => void }) {
  const texts = useSubscriptionsTexts();
  const { locale, texts: shared } = use(LanguageOfPage);
  const { mutate, isPending, error } = useSubscriptionChange(
    cancelSubscription,
    ({ cancelAt, expiresAt }) => {
      onDone(texts.cancelled(formatDay(cancelAt ?? expiresAt, locale)));
      onClose();
    },
  );
  const { paidUntil, fallback } = subscription;
  const [now] = useState(() => Date.now());
  const isPaid = Date.parse(paidUntil) > now;
  const end = formatDay(paidUntil, locale);
  return (
    <Paper component="section" className={classes.card} aria-labelledby="cancel-heading">
      <SectionHeading id="cancel-heading" takesFocus>
        {texts.cancelQuestion}
      </SectionHeading>
      <ul className={classes.list}>
        {isPaid ? <li>{texts.cancelKept(end)}</li> : null}
        <li>
          {fallback?.updatesUntil === undefined
            ? texts.cancelLost(itemOf(subscription).name)
            : texts.cancelFallback(itemOf(subscription).name, formatDay(fallback.updatesUntil, locale))}
        </li>
        <li>{texts.cancelCharged}</li>
        {isPaid ? <li>{texts.cancelBack(end)}</li> : null}
      </ul>
      <div className={classes.actions}>
        <Button
          color="red.8"
          loading={isPending}
          onClick={() => {
            mutate(subscription.id);
          }}
        >
          {texts.cancelNow}
        </Button>
        <Button variant="subtle" disabled={isPending} onClick={onClose}>
          {texts.keep}
        </Button>
      </div>
      <VisuallyHidden component="output">{isPending ? texts.cancelling : ''}</VisuallyHidden>
      {error === null ? null : <ErrorLine>{failureMessage(error, shared.failure).text}</ErrorLine>}
    </Paper>
  );
}
