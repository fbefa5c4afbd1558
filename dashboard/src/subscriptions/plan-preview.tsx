import { Text } from '@mantine/core';
import { use } from 'react';
import type { components } from '@latchkey/sdk';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Facts } from '../parts/facts.tsx';
import { onlyDrops, type PlanChange } from './plan-change.ts';
import type { Subscription } from './subscription-queries.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

interface PlanPreviewProps {
  readonly change: PlanChange;
  readonly plans: readonly Pick<components['schemas']['Variation'], 'id' | 'name'>[];
  readonly subscription: Pick<Subscription, 'content' | 'hasPaymentMethod' | 'nextPlan'>;
}

/** What a change of plan costs, line by line, who pays it, and what the next payment is. */
export function PlanPreview({ change, plans, subscription }: PlanPreviewProps) {
  const { when, lines, total, next, takesEffectAt } = change;
  const texts = useSubscriptionTexts();
  const { locale } = use(LanguageOfPage);
  const money = useMoney();
  const inMoney = ({ amount, currency }: { readonly amount: number; readonly currency: string }) =>
    money(amount, currency);
  const rows = lines.flatMap(({ variationId, quantity, price, credit }) => [
    {
      name: texts.planLine(quantity, plans.find(({ id }) => id === variationId)?.name ?? variationId),
      value: inMoney({ ...price, amount: price.amount * quantity }),
    },
    {
      name: texts.planCredit,
      value: credit.amount === 0 ? undefined : inMoney({ ...credit, amount: -credit.amount }),
    },
  ]);
  return (
    <output>
      <Text size="sm" mb="xs">
        {onlyDrops(subscription, change)
          ? texts.changeDrops
          : when === 'NextPeriod'
            ? texts.changeLater(formatDay(takesEffectAt, locale))
            : subscription.hasPaymentMethod
              ? texts.changeNow
              : texts.changeByMail}
      </Text>
      <Facts
        rows={[
          ...rows,
          { name: texts.dueNow, value: when === 'Now' ? inMoney(total.due) : undefined },
          { name: texts.nextOn(formatDay(next.at, locale)), value: inMoney(next.total.due) },
        ]}
      />
    </output>
  );
}
