import { Button, Paper, Text } from '@mantine/core';
import { use, useState } from 'react';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { ClockIcon } from '../page/icons.tsx';
import { Note } from '@latchkey/ui/note.tsx';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { pauseSubscription, resumeSubscription, type Subscription } from '../api/subscriptions.ts';
import classes from './account.module.css';
import { useAmount } from './order-lines.tsx';
import { useSubscriptionChange } from './subscription-change.ts';
import { nextTotalOf, pauseOf } from './subscription-state.ts';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

interface PauseProps {
  readonly subscription: Subscription;
  /** Says what has changed. */
  readonly onDone: (sentence: string) => void;
}

/** How a subscription whose plan has pauses is paused. */
export function PauseChoice(props: PauseProps) {
  const { canPause, pausedUntil, status, payment } = props.subscription;
  const isPossible = canPause && pausedUntil === undefined && status === 'Active' && payment.state === 'Paid';
  return isPossible ? <Pause {...props} /> : null;
}

/** A pause that is agreed or has begun, and what its end costs. */
export function Paused({ subscription, onDone, pausedUntil }: PauseProps & { readonly pausedUntil: string }) {
  const { pause: texts } = useSubscriptionsTexts();
  const { locale, texts: shared } = use(LanguageOfPage);
  const amount = useAmount();
  const [now] = useState(() => Date.now());
  const { mutate, isPending, error } = useSubscriptionChange(resumeSubscription, () => {
    onDone(texts.ended);
  });
  const hasBegun = pauseOf(subscription, now) === 'Paused';
  const begin = formatDay(subscription.paidUntil, locale);
  const end = formatDay(pausedUntil, locale);
  return (
    <Note icon={<ClockIcon />} title={hasBegun ? texts.paused(end) : texts.ahead(begin, end)}>
      <Text size="sm">
        {hasBegun ? texts.pausedText(amount(nextTotalOf(subscription).due)) : texts.aheadText(begin)}
      </Text>
      <Button
        variant="default"
        mt="sm"
        loading={isPending}
        onClick={() => {
          mutate(subscription.id);
        }}
      >
        {hasBegun ? texts.end : texts.keep}
      </Button>
      {error === null ? null : <ErrorLine>{failureMessage(error, shared.failure).text}</ErrorLine>}
    </Note>
  );
}

/** Two steps: for how long and what that means, then the pause itself. */
function Pause(props: PauseProps) {
  const { pause: texts } = useSubscriptionsTexts();
  const [isOpen, setOpen] = useState(false);
  const set = (next: boolean) => () => {
    setOpen(next);
  };
  if (isOpen) return <Length {...props} onClose={set(false)} />;
  return (
    <div>
      <Button variant="default" onClick={set(true)}>
        {texts.pause}
      </Button>
    </div>
  );
}

function Length({ subscription, onDone, onClose }: PauseProps & { readonly onClose: () => void }) {
  const { pause: texts } = useSubscriptionsTexts();
  const { locale, texts: shared } = use(LanguageOfPage);
  const [periods, setPeriods] = useState('1');
  const { mutate, isPending, error } = useSubscriptionChange(
    (id) => pauseSubscription(id, Number(periods)),
    ({ pausedUntil = '' }) => {
      onDone(texts.done(formatDay(pausedUntil, locale)));
      onClose();
    },
  );
  return (
    <Paper component="section" className={classes.card} aria-labelledby="pause-heading">
      <SectionHeading id="pause-heading" takesFocus>
        {texts.pause}
      </SectionHeading>
      <SelectField
        label={texts.length}
        value={periods}
        options={['1', '2', '3'].map((value) => ({ value, label: texts.periods(Number(value)) }))}
        onChange={({ currentTarget }) => {
          setPeriods(currentTarget.value);
        }}
      />
      <Text size="sm">{texts.means(formatDay(subscription.nextPaymentScheduledAt ?? '', locale))}</Text>
      <div className={classes.actions}>
        <Button
          loading={isPending}
          onClick={() => {
            mutate(subscription.id);
          }}
        >
          {texts.now}
        </Button>
        <Button variant="subtle" disabled={isPending} onClick={onClose}>
          {texts.keep}
        </Button>
      </div>
      {error === null ? null : <ErrorLine>{failureMessage(error, shared.failure).text}</ErrorLine>}
    </Paper>
  );
}
