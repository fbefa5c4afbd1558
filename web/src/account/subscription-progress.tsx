import { Paper, Text } from '@mantine/core';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { payRest, type Subscription } from '../api/subscriptions.ts';
import classes from './account.module.css';
import { useAmount } from './order-lines.tsx';
import { PayNow } from './subscription-standing.tsx';
import styles from './subscriptions-page.module.css';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

interface ProgressProps {
  readonly subscription: Subscription;
  readonly progress: NonNullable<Subscription['milestoneProgress']>;
}

/** How many payments are left until the licenses are the customer's for good, as a bar. */
export function SubscriptionProgress({ subscription: { id, payoff }, progress }: ProgressProps) {
  const texts = useSubscriptionsTexts();
  const amount = useAmount();
  const { currentCycleNumber, currentCycleIsCompleted, toCycleNumber } = progress;
  const paid = currentCycleIsCompleted ? currentCycleNumber : currentCycleNumber - 1;
  const label = texts.progress(paid, toCycleNumber);
  return (
    <Paper component="section" className={classes.card} aria-labelledby="progress-heading">
      <SectionHeading id="progress-heading">{texts.milestones}</SectionHeading>
      <div>
        <progress className={styles.progress} value={paid} max={toCycleNumber} aria-label={label} />
        <Text size="sm">{label}</Text>
      </div>
      <Text size="sm" c="dimmed">
        {texts.progressText}
      </Text>
      {payoff === undefined ? null : (
        <div>
          <Text size="sm">{texts.payoffText(payoff.cycles, amount(payoff.price))}</Text>
          <PayNow id={id} label={texts.payoff} open={payRest} />
        </div>
      )}
    </Paper>
  );
}
