import { Text } from '@mantine/core';
import { use } from 'react';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import type { Checkout, CheckoutLine } from '../api/checkout.ts';
import type { SubscriptionTexts } from './subscription-en.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';
import classes from './later-payments.module.css';

/** What is charged later, line by line: the amount with its tax, the cycle, and the day of the next payment. */
export function LaterPayments({
  checkout,
}: {
  readonly checkout: Pick<Checkout, 'lines' | 'currency' | 'tax'>;
}) {
  const texts = useSubscriptionTexts();
  const { locale } = use(LanguageOfPage);
  const money = useMoney();
  const format = {
    money: (amount: number) => money(amount, checkout.currency),
    country: checkout.tax?.rates[0]?.country,
    day: (moment: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(moment)),
  };
  return (
    <ul className={classes.list}>
      {checkout.lines.map((line) => {
        const sentence = laterSentence(line, texts, format);
        return sentence === undefined ? null : (
          <li key={line.id}>
            <Text size="sm" fw={600}>
              {texts.item(line.name, line.variationName)}
            </Text>
            <Text size="sm">{sentence}</Text>
          </li>
        );
      })}
    </ul>
  );
}

interface Format {
  readonly money: (amount: number) => string;
  /** Of the taxes. */
  readonly country: string | undefined;
  readonly day: (moment: string) => string;
}

/** Such as “€9.00 every month, next on 1 March 2026”; undefined for a line that is paid for once. */
function laterSentence(
  { recurrence, renewal }: CheckoutLine,
  texts: SubscriptionTexts,
  { money, country, day }: Format,
): string | undefined {
  const [next, ...later] = renewal?.prices ?? [];
  if (renewal === undefined || next === undefined || recurrence.type === 'OneOff') return undefined;
  const { nextPaymentAt, freeDays, ownAfterPayments, keepAfterPayments } = renewal;
  const date = nextPaymentAt === undefined ? undefined : day(nextPaymentAt);
  const whenText = freeDays === undefined ? texts.nextOn : (on: string) => texts.firstOn(on, freeDays);
  return [
    texts.every[recurrence.cycleLength](money(next.due)),
    ...(next.taxes > 0 ? [texts.withTax(money(next.taxes), country)] : []),
    ...(date === undefined ? [] : [whenText(date)]),
    ...later.map(({ due, payment }) => texts.from(money(due), payment)),
    ...(ownAfterPayments === undefined ? [] : [texts.atMost(ownAfterPayments)]),
    ...(keepAfterPayments === undefined ? [] : [texts.kept(keepAfterPayments)]),
  ].join(', ');
}
