import { use, useState } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Status } from '../parts/status.tsx';
import type { Coupon, Discount } from './rule-queries.ts';
import { useRuleTexts } from './rule-texts.ts';
import { phaseOf } from './rule-values.ts';

const TONES = { planned: 'waiting', running: 'good', over: 'off', off: 'off' } as const;

/** Whether a rule reduces prices now. */
export function RuleStatus({
  rule,
}: {
  readonly rule: Pick<Discount, 'isArchived' | 'startsAt' | 'endsAt'>;
}) {
  const { phases } = useRuleTexts();
  const [now] = useState(Date.now);
  const phase = phaseOf(rule, now);
  return <Status tone={TONES[phase]}>{phases[phase]}</Status>;
}

/** What a rule takes off, in the language of the page. */
export function useBenefit(): (rule: Pick<Discount | Coupon, 'percentage' | 'amounts'>) => string {
  const { locale } = use(LanguageOfPage);
  const money = useMoney();
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  return ({ percentage, amounts = {} }) =>
    percentage === undefined
      ? Object.entries(amounts)
          .map(([currency, amount]) => money(amount, currency))
          .join(', ')
      : share.format(percentage);
}
