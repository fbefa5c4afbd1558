import { Paper, Text } from '@mantine/core';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import type { Subscription } from '../api/subscriptions.ts';
import classes from './account.module.css';
import styles from './subscriptions-page.module.css';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

interface ProgressProps {
  readonly progress: NonNullable<Subscription['milestoneProgress']>;
}

/** How many payments are left until the licenses are the customer's for good, as a bar. */
export function SubscriptionProgress({ progress }: ProgressProps) {
  const texts = useSubscriptionsTexts();
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
    </Paper>
  );
}
