import { Code, Paper, Text } from '@mantine/core';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { leadsToOwning, payRest, type Subscription } from '../api/subscriptions.ts';
import classes from './account.module.css';
import { useAmount } from './order-lines.tsx';
import { PayNow } from './subscription-standing.tsx';
import styles from './subscriptions-page.module.css';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

interface ProgressProps {
  readonly subscription: Subscription;
  readonly progress: NonNullable<Subscription['milestoneProgress']>;
}

/** How far the payments have come to coupon codes, and to licenses that are the customer's for good, as a bar. */
export function SubscriptionProgress({ subscription: { id, payoff, status }, progress }: ProgressProps) {
  const texts = useSubscriptionsTexts();
  const amount = useAmount();
  const { currentCycleNumber, currentCycleIsCompleted, toCycleNumber } = progress;
  const paid = currentCycleIsCompleted ? currentCycleNumber : currentCycleNumber - 1;
  const isOwned = status === 'Completed';
  const label = isOwned ? texts.owned : texts.progress(paid, toCycleNumber);
  const events = Object.values(progress.events).flat();
  const isRentToOwn = leadsToOwning(progress);
  return (
    <Paper component="section" className={classes.card} aria-labelledby="progress-heading">
      <SectionHeading id="progress-heading">{texts.milestones}</SectionHeading>
      <div>
        <progress
          className={styles.progress}
          value={isOwned ? toCycleNumber : paid}
          max={toCycleNumber}
          aria-label={label}
        />
        <Text size="sm">{label}</Text>
      </div>
      {events
        .filter(({ type }) => type === 'CouponCodeMilestone')
        .map((event) => (
          <CouponMilestone key={event.milestoneId} event={event} />
        ))}
      {isRentToOwn && !isOwned ? (
        <Text size="sm" c="dimmed">
          {texts.progressText}
        </Text>
      ) : null}
      {payoff === undefined ? null : (
        <div>
          <Text size="sm">{texts.payoffText(payoff.cycles, amount(payoff.price))}</Text>
          <PayNow id={id} label={texts.payoff} open={payRest} />
        </div>
      )}
    </Paper>
  );
}

type MilestoneEvent = ProgressProps['progress']['events'][string][number];

/** A coupon code: the code, once it is reached. */
function CouponMilestone({ event }: { readonly event: MilestoneEvent }) {
  const texts = useSubscriptionsTexts();
  const { afterCycleNumber, fulfilled, code, redeemed, message } = event;
  return (
    <div>
      <Text size="sm" fw={500}>
        {texts.milestoneCode(afterCycleNumber)}
      </Text>
      {message === undefined ? null : <Text size="sm">{message}</Text>}
      {code === undefined ? null : (
        <Text size="sm">
          <Code>{code}</Code>
          {redeemed === true ? ` (${texts.milestoneRedeemed})` : null}
        </Text>
      )}
      {fulfilled ? null : (
        <Text size="sm" c="dimmed">
          {texts.milestoneAhead}
        </Text>
      )}
    </div>
  );
}
