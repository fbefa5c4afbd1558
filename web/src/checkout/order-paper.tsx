import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Checkout } from '../api/checkout.ts';
import { useTexts } from './checkout-texts.ts';
import { mergeLines } from './merge-lines.ts';
import { OrderSummary } from './order-summary.tsx';
import classes from './status-pages.module.css';

export interface StatusPageProps {
  readonly checkout: Checkout;
}

/** The order on a page with a message. */
export function OrderPaper({ checkout, children }: StatusPageProps & { readonly children?: ReactNode }) {
  const { summary } = useTexts();
  if (checkout.lines.length === 0) return null;
  return (
    <Paper component="section" className={classes.order} aria-labelledby="order-heading">
      <Title order={2} size="h4" id="order-heading" mb="md">
        {summary.heading}
      </Title>
      {children}
      <OrderSummary checkout={{ ...checkout, lines: mergeLines(checkout.lines) }} />
    </Paper>
  );
}
