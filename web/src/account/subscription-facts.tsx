import { Paper } from '@mantine/core';
import { use } from 'react';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import type { Subscription } from '../api/subscriptions.ts';
import classes from './account.module.css';
import { useAmount } from './order-lines.tsx';
import styles from './subscriptions-page.module.css';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

/** The plan of a subscription, its price with tax, its next payment and its payment method. */
export function SubscriptionFacts({ subscription }: { readonly subscription: Subscription }) {
  const { facts } = useSubscriptionsTexts();
  const rows = useRows(subscription);
  return (
    <Paper component="section" className={classes.card} aria-label={facts.plan}>
      <dl className={styles.facts}>
        {rows.map(([term, text]) => (
          <div key={term} className={styles.fact}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}

function useRows(subscription: Subscription): readonly (readonly [string, string])[] {
  const texts = useSubscriptionsTexts();
  const { facts, every } = texts;
  const { locale } = use(LanguageOfPage);
  const amount = useAmount();
  const day = (moment: string): string => formatDay(moment, locale);
  const { cycleLength, total, content, variation, startedAt, status, paymentMethod } = subscription;
  const { nextPaymentScheduledAt, cancelAt, endedAt } = subscription;
  const price = every[cycleLength](amount(total.due));
  const tax = total.taxes.amount > 0 ? [facts.tax(amount(total.taxes))] : [];
  const isOwned = status === 'Completed';
  const isRunning = endedAt === undefined && !isOwned;
  const method = paymentMethod === undefined ? facts.noMethod : methodText(paymentMethod, facts);
  return [
    ...(variation.name === '' ? [] : [[facts.plan, variation.name] as const]),
    ...(content.quantity === 1 ? [] : [[facts.quantity, String(content.quantity)] as const]),
    ...(isOwned ? [] : [[facts.price, [price, ...tax].join(', ')] as const]),
    ...(nextPaymentScheduledAt === null ? [] : [[facts.next, day(nextPaymentScheduledAt)] as const]),
    ...(cancelAt === undefined ? [] : [[facts.ends, day(cancelAt)] as const]),
    ...(endedAt === undefined ? [] : [[isOwned ? facts.paidOff : facts.ended, day(endedAt)] as const]),
    [facts.started, day(startedAt)],
    ...(isRunning ? [[facts.method, method] as const] : []),
  ];
}

function methodText(
  { brand, last4, expiryMonth }: NonNullable<Subscription['paymentMethod']>,
  { methodEnding, methodExpires }: ReturnType<typeof useSubscriptionsTexts>['facts'],
): string {
  const name = `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)}`;
  const label = last4 === undefined ? name : methodEnding(name, last4);
  if (expiryMonth === undefined) return label;
  // As on the card itself.
  const [year, month] = expiryMonth.split('-');
  return `${label}, ${methodExpires(`${month}/${year}`)}`;
}
