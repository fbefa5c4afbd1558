import '@latchkey/ui/fields/fields.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { faultOf, periodOfDays } from './chosen-days.ts';
import type { Span } from '../parts/days.ts';
import { useReportTexts } from './report-texts.ts';

interface DayFieldsProps {
  readonly span: Span;
  readonly today: string;
  readonly onChange: (period: string) => void;
}

/** The first and the last day of a period, with the calendar of the browser; days that no report has say why not. */
export function DayFields({ span, today, onChange }: DayFieldsProps) {
  const texts = useReportTexts();
  const [typed, setTyped] = useState(span);
  const fault = faultOf(typed, today);
  const change = (part: Partial<Span>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (faultOf(next, today) === undefined) onChange(periodOfDays(next));
  };
  return (
    <>
      <TextInput
        type="date"
        size="xs"
        label={texts.firstDay}
        value={typed.from}
        max={today}
        error={fault === undefined ? undefined : texts.dayFaults[fault]}
        onChange={({ currentTarget: { value } }) => {
          change({ from: value });
        }}
      />
      <TextInput
        type="date"
        size="xs"
        label={texts.lastDay}
        value={typed.to}
        max={today}
        onChange={({ currentTarget: { value } }) => {
          change({ to: value });
        }}
      />
    </>
  );
}
