import { use } from 'react';
import { SelectField } from '@latchkey/ui/fields/select-field.tsx';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { choicesOf, kindOf, periodParts, periodWith } from './periods.ts';
import { useReportTexts } from './report-texts.ts';

interface PeriodFieldsProps {
  /** Its own name, such as `2026-Q3`. */
  readonly period: string;
  readonly today: string;
  readonly onChange: (period: string) => void;
}

/** The year of a period, and its month or quarter: any that has begun. */
export function PeriodFields({ period, today, onChange }: PeriodFieldsProps) {
  const texts = useReportTexts();
  const { locale } = use(LanguageOfPage);
  const months = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' });
  const kind = kindOf(period, today);
  const { year, month } = periodParts(period, today);
  const choices = choicesOf(period, today);
  return (
    <>
      <SelectField
        size="xs"
        label={texts.year}
        value={String(year)}
        options={choices.years.map(String)}
        onChange={({ currentTarget }) => {
          onChange(periodWith(period, { year: Number(currentTarget.value), month }, today));
        }}
      />
      {kind === 'year' ? null : (
        <SelectField
          size="xs"
          label={kind === 'month' ? texts.month : texts.quarter}
          value={String(month)}
          options={choices.months.map((each) => ({
            value: String(each),
            label: kind === 'month' ? months.format(Date.UTC(year, each, 1)) : `Q${each / 3 + 1}`,
          }))}
          onChange={({ currentTarget }) => {
            onChange(periodWith(period, { year, month: Number(currentTarget.value) }, today));
          }}
        />
      )}
    </>
  );
}
