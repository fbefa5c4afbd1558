import { Button, Paper, VisuallyHidden } from '@mantine/core';
import { use, useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { cancelSubscription, methodPage, type Subscription } from '../api/subscriptions.ts';
import classes from './account.module.css';
import { PayNow } from './pay-now.tsx';
import { useSubscriptionChange } from './subscription-change.ts';
import { PauseChoice } from './subscription-pause.tsx';
import { PlanChoice } from './subscription-plan.tsx';
import { itemOf } from './subscription-state.ts';
import styles from './subscriptions-page.module.css';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

interface WaysProps {
  readonly subscription: Subscription;
  /** Says what has changed. */
  readonly onDone: (sentence: string) => void;
}

/** What the owner of a subscription can do with it: change its plan or payment method, pause it, and cancel it. */
export function SubscriptionWays({ subscription, onDone }: WaysProps) {
  const texts = useSubscriptionsTexts();
  const { status, cancellable, mergedInto } = subscription;
  return (
    <div className={`${classes.actions} ${styles.ways}`}>
      <PlanChoice subscription={subscription} />
      {cancellable || (status === 'Cancelled' && mergedInto === undefined) ? (
        <div>
          <PayNow id={subscription.id} label={texts.changeMethod} open={methodPage} variant="default" />
        </div>
      ) : null}
      <PauseChoice subscription={subscription} onDone={onDone} />
      {cancellable ? <Cancel subscription={subscription} onDone={onDone} /> : null}
    </div>
  );
}

/** Two steps: what is lost and when, then the cancellation itself. */
function Cancel(props: WaysProps) {
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

function Consequences({ subscription, onDone, onClose }: WaysProps & { readonly onClose: () => void }) {
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
