import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../form/dialog.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { PricePreview } from './price-preview.tsx';
import type { Discount } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';

interface PreviewDialogProps {
  readonly discount: Discount;
  readonly onClose: () => void;
}

/** What a discount does to the price of a visitor, on the day on which it begins or now. */
export function PreviewDialog({ discount: { name, targets, startsAt }, onClose }: PreviewDialogProps) {
  const { actions } = useTexts();
  const texts = useRuleTexts();
  const product = targets.find(({ type }) => type === 'Product');
  const [now] = useState(Date.now);
  const isAhead = startsAt !== null && Date.parse(startsAt) > now;
  return (
    <Dialog title={texts.tryOf(name)} onClose={onClose}>
      <Text size="sm">{texts.tryText}</Text>
      <PricePreview
        suggestedId={product?.id}
        draft={{ published: true }}
        {...(isAhead && { day: dayAfter(startsAt) })}
      />
      <Button onClick={onClose}>{actions.close}</Button>
    </Dialog>
  );
}

/** The first day that has a noon after a moment, as in `2027-03-01`. */
function dayAfter(moment: string): string {
  const date = new Date(moment);
  if (date.getHours() >= 12) date.setDate(date.getDate() + 1);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}
