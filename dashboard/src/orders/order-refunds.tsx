import type { components } from '@latchkey/sdk';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { Status, type Tone } from '../parts/status.tsx';
import classes from './order-page.module.css';
import { useOrderTexts } from './order-texts.ts';

type Refund = components['schemas']['Refund'];

const TONES: Readonly<Record<Refund['status'], Tone>> = {
  Pending: 'waiting',
  Succeeded: 'good',
  Failed: 'bad',
};

/** What went back of an order, and why; nothing while nothing did. */
export function OrderRefunds({ refunds }: { readonly refunds: readonly Refund[] }) {
  const texts = useOrderTexts();
  const money = useMoney();
  if (refunds.length === 0) return null;
  return (
    <Section title={texts.refunds}>
      <ul className={classes.rows}>
        {refunds.map(({ id, status, origin, amount, reason, failure, createdAt }) => (
          <li key={id} className={classes.row}>
            <Status tone={TONES[status]}>{texts.refundStatuses[status]}</Status>
            <span className={classes.text}>
              {[texts.refundOrigins[origin], reason, failure].filter(Boolean).join(' · ')}
            </span>
            <span className={classes.amount}>{money(amount.amount, amount.currency)}</span>
            <Moment at={createdAt} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
