import { Paper, Text } from '@mantine/core';
import { use } from 'react';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import type { Subscription } from '../api/subscriptions.ts';
import classes from './account.module.css';
import { useSubscriptionsTexts } from './subscriptions-texts.ts';

interface FallbackProps {
  readonly fallback: NonNullable<Subscription['fallback']>;
}

/** What the licenses keep for good when the subscription ends, or keep already. */
export function SubscriptionFallback({ fallback: { afterCycles, updatesUntil, isInForce } }: FallbackProps) {
  const { fallback: texts } = useSubscriptionsTexts();
  const { locale } = use(LanguageOfPage);
  const day = updatesUntil === undefined ? undefined : formatDay(updatesUntil, locale);
  const earned = isInForce ? texts.inForce : texts.earned;
  return (
    <Paper component="section" className={classes.card} aria-labelledby="fallback-heading">
      <SectionHeading id="fallback-heading">{texts.title}</SectionHeading>
      <Text size="sm">{day === undefined ? texts.none(afterCycles ?? 1) : earned(day)}</Text>
    </Paper>
  );
}
