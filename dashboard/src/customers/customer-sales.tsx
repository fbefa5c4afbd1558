import type { components } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Timeline } from '../audit-log/timeline.tsx';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { ShortList } from '../parts/short-list.tsx';
import classes from '../parts/short-lists.module.css';
import { Status, type Tone } from '../parts/status.tsx';
import links from '../parts/text-link.module.css';
import { ownSubscriptionsQuery, timelineQuery, vouchersQuery } from './customer-queries.ts';
import { useCustomerTexts } from './customer-texts.ts';

const TONES: Readonly<Record<components['schemas']['Subscription']['status'], Tone>> = {
  Active: 'good',
  Cancelled: 'waiting',
  Expired: 'off',
  Completed: 'good',
};

interface CustomerPartProps {
  readonly customerId: string;
}

/** The newest subscriptions of a customer. */
export function CustomerSubscriptions({ customerId }: CustomerPartProps) {
  const texts = useCustomerTexts();
  const money = useMoney();
  return (
    <Section
      title={texts.subscriptions}
      aside={
        <Link to="/subscriptions" search={{ customerId }} className={links.link ?? ''}>
          {texts.allSubscriptions}
        </Link>
      }
    >
      <ShortList query={useQuery(ownSubscriptionsQuery(customerId))} empty={texts.noSubscriptions}>
        {({ id, content, status, price, cycleLength, startedAt }) => (
          <li key={id} className={classes.row}>
            <Link
              to="/subscriptions/$subscriptionId"
              params={{ subscriptionId: id }}
              className={classes.link ?? ''}
            >
              {content.id}
            </Link>
            <span className={classes.text}>
              {texts.cycles[cycleLength](money(price.amount, price.currency))}
            </span>
            <Status tone={TONES[status]}>{texts.subscriptionStatuses[status]}</Status>
            <Moment at={startedAt} />
          </li>
        )}
      </ShortList>
    </Section>
  );
}

/** The vouchers that a customer has redeemed, each with the way to its batch. */
export function CustomerVouchers({ customerId }: CustomerPartProps) {
  const texts = useCustomerTexts();
  return (
    <Section title={texts.vouchers}>
      <ShortList query={useQuery(vouchersQuery(customerId))} empty={texts.noVouchers}>
        {({ id, batchId, name, contents, redeemedAt }) => (
          <li key={id} className={classes.row}>
            <Link to="/vouchers/$batchId" params={{ batchId }} className={classes.link ?? ''}>
              {name}
            </Link>
            <span className={classes.text}>
              {contents.map((content) => `${content.id} × ${content.quantity}`).join(', ')}
            </span>
            <Moment at={redeemedAt} />
          </li>
        )}
      </ShortList>
    </Section>
  );
}

/** What happened to a customer last. */
export function CustomerTimeline({ customerId }: CustomerPartProps) {
  const texts = useCustomerTexts();
  return (
    <Section title={texts.timeline}>
      <Timeline query={useQuery(timelineQuery(customerId))} empty={texts.noEvents} />
    </Section>
  );
}
