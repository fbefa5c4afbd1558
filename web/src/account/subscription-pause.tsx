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
import { useSubscriptionChange } from './subscription-change.ts';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

interface PauseProps {
  readonly subscription: Subscription;
  /** Says what has changed. */
  readonly onDone: (sentence: string) => void;
}

/** A pause and its end; or how a subscription whose plan has pauses is paused. */
export function Pauses(props: PauseProps) {
  const { canPause, pausedUntil, status, payment } = props.subscription;
  if (pausedUntil !== undefined) return <Paused {...props} pausedUntil={pausedUntil} />;
  return canPause && status === 'Active' && payment.state === 'Paid' ? <Pause {...props} /> : null;
}

function Paused({ subscription, onDone, pausedUntil }: PauseProps & { readonly pausedUntil: string }) {
  const { pause: texts } = useSubscriptionsTexts();
  const { locale, texts: shared } = use(LanguageOfPage);
  const { mutate, isPending, error } = useSubscriptionChange(resumeSubscription, () => {
    onDone(texts.ended);
  });
  return (
    <Note icon={<ClockIcon />} title={texts.paused(formatDay(pausedUntil, locale))}>
      <Text size="sm">{texts.pausedText}</Text>
      <Button
        variant="default"
        mt="sm"
        loading={isPending}
        onClick={() => {
          mutate(subscription.id);
        }}
      >
        {texts.end}
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
