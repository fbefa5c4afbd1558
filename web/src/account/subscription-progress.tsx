import { Code, Paper, Text } from '@mantine/core';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { leadsToOwning, payRest, type Subscription } from '../api/subscriptions.ts';
import classes from './account.module.css';
import { useAmount } from './order-lines.tsx';
import { PayNow } from './pay-now.tsx';
import { payoffSaving } from './subscription-state.ts';
import styles from './subscriptions-page.module.css';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

interface ProgressProps {
  readonly subscription: Subscription;
  readonly progress: NonNullable<Subscription['milestoneProgress']>;
}

/** How far the payments have come to coupon codes, and to licenses that are the customer's for good, as a bar. */
export function SubscriptionProgress({ subscription, progress }: ProgressProps) {
  const texts = useSubscriptionsTexts();
  const { currentCycleNumber, currentCycleIsCompleted, toCycleNumber } = progress;
  const paid = currentCycleIsCompleted ? currentCycleNumber : currentCycleNumber - 1;
  const isOwned = subscription.status === 'Completed';
  const label = isOwned ? texts.owned : texts.progress(paid, toCycleNumber);
  const events = Object.values(progress.events).flat();
  const isRentToOwn = leadsToOwning(progress);
  return (
    <Paper component="section" className={classes.card} aria-labelledby="progress-heading">
      <SectionHeading id="progress-heading">{texts.milestones}</SectionHeading>
      <div>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <span className={styles.bar} aria-hidden="true">
          <span
            className={styles.paid}
            style={{ width: `${isOwned ? 100 : Math.min(100, (paid / toCycleNumber) * 100)}%` }}
          />
        </span>
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
      <Payoff subscription={subscription} />
    </Paper>
  );
}

/** The rest, paid at once: what it costs and saves. */
function Payoff({ subscription }: Pick<ProgressProps, 'subscription'>) {
  const texts = useSubscriptionsTexts();
  const amount = useAmount();
  const { id, payoff, total } = subscription;
  if (payoff === undefined) return null;
  const price = amount(payoff.price);
  const saving = payoffSaving(subscription);
  // Its price is without taxes that come on top.
  const isWhole = total.subtotal.amount === total.due.amount;
  return (
    <div>
      <Text size="sm">
        {isWhole ? texts.payoffText(payoff.cycles, price) : texts.payoffNet(payoff.cycles, price)}
      </Text>
      {saving === 0 ? null : (
        <Text size="sm">{texts.payoffSaves(amount({ ...payoff.price, amount: saving }))}</Text>
      )}
      <PayNow id={id} label={isWhole ? texts.pay(price) : texts.payoff} open={payRest} />
    </div>
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
