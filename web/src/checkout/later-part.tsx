import { Paper, Text, Title } from '@mantine/core';
import { LaterPayments } from './later-payments.tsx';
import type { StatusPageProps } from './order-paper.tsx';
import { useSubscriptionTexts } from './subscription-texts.ts';
import classes from './status-pages.module.css';

/** When the next payment of a completed order is, and how to cancel before it. */
export function LaterPart({ checkout }: StatusPageProps) {
  const texts = useSubscriptionTexts();
  return (
    <Paper component="section" className={classes.order} aria-labelledby="later-heading">
      <Title order={2} size="h4" id="later-heading" mb="md">
        {texts.heading}
      </Title>
      <LaterPayments checkout={checkout} />
      <Text size="sm" c="dimmed" mt="sm">
        {texts.cancel}
      </Text>
    </Paper>
  );
}
