import { Text } from '@mantine/core';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { Status } from '../parts/status.tsx';
import classes from './price-preview.module.css';
import { amountOffAll, priceBefore } from './price-sums.ts';
import type { Quote } from './quote-query.ts';
import { useRuleTexts } from './rule-texts.ts';

/** A price, and what each rule did to it or why it did nothing. */
export function PriceTrace({ quote }: { readonly quote: Quote }) {
  const texts = useRuleTexts();
  const money = useMoney();
  const { total, currency, quantity, trace, coupons = [], tax } = quote;
  if (total === undefined) return <Text size="sm">{texts.notForSale(quote.refusal ?? '')}</Text>;
  const before = priceBefore({ total, trace, quantity });
  const off = (amount: number | undefined) => (amount === undefined ? '' : ` −${money(amount, currency)}`);
  const offUnits = (entry: Quote['trace'][number]) => {
    const { kind, amount } = entry;
    if (amount === undefined || quantity === 1 || kind === 'CartOffer') return off(amount);
    return `${off(amountOffAll(entry, quantity))} (${texts.units(quantity, money(amount, currency))})`;
  };
  return (
    <>
      <span className={classes.price}>
        {money(total.subtotal, currency)}
        {total.subtotal < before ? texts.insteadOf(money(before, currency)) : null}
      </span>
      {total.due === undefined ? null : (
        <span>
          {texts.withTax(money(total.due, currency), money(total.taxes ?? 0, currency))}
          {tax === undefined ? null : ` ${texts.taxes[tax.reason]}`}
        </span>
      )}
      <ul className={classes.reasons}>
        {[
          ...trace.map((entry) => ({
            ...entry,
            key: `${entry.kind}-${entry.id}`,
            label: entry.kind === 'Upgrade' ? texts.ownerPrice : entry.name,
            // The price is that of a cart in which nobody has taken an offer.
            off: offUnits(entry),
            effect: ['Offer', 'CartOffer'].includes(entry.kind) ? texts.onTaking : texts.applied,
          })),
          ...coupons.map((entry) => ({
            ...entry,
            key: `coupon-${entry.code}`,
            label: entry.code,
            off: off(entry.amount),
            effect: texts.applied,
          })),
        ].map(({ key, label, effect, applied, off: less, reason = '', explanation = '' }) => (
          <li key={key}>
            <Status tone={applied ? 'good' : 'off'}>{applied ? effect : texts.notApplied}</Status>{' '}
            <strong>{label}</strong>
            {applied ? less : `: ${texts.reasons[reason] ?? explanation}`}
          </li>
        ))}
      </ul>
      {trace.length + coupons.length === 0 ? <span>{texts.noRules}</span> : null}
    </>
  );
}
