import type { components } from '@latchkey/sdk';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { usePercent } from '../parts/percent.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import type { OrderTexts } from './order-en.ts';
import classes from './order-page.module.css';
import { useOrderTexts } from './order-texts.ts';
import { amountLeft } from './undue-money.ts';

type Order = components['schemas']['OrderDetails'];
type Reduction = NonNullable<Order['lineReductions']>[number];

/** What was bought: each line with its price, what made it cheaper and its tax, and then the sums. */
export function OrderLines({ order }: { readonly order: Order }) {
  const { items, lines, currency, lineReductions = [], lineTaxes = [] } = order;
  const texts = useOrderTexts();
  const money = useMoney();
  return (
    <>
      <ul className={classes.rows}>
        {items.map(({ id, quantity, originalPrice, total }, place) => (
          <li key={id} className={classes.line}>
            <div>
              <div>{lines[place]?.title ?? id}</div>
              <div className={classes.note}>
                {texts.unitPrice(quantity, money(originalPrice[currency] ?? 0, currency))}
              </div>
              {lineReductions
                .filter(({ lineId }) => lineId === id)
                .map((reduction) => (
                  <div key={`${reduction.kind} ${reduction.id ?? reduction.name}`} className={classes.note}>
                    {`${reductionText(reduction, texts)}: ${money(-reduction.amount.amount, currency)}`}
                  </div>
                ))}
              {lineTaxes
                .filter(({ lineId }) => lineId === id)
                .map((tax) => (
                  <LineTax key={`${tax.country ?? ''} ${tax.rate ?? ''}`} tax={tax} currency={currency} />
                ))}
            </div>
            <span className={classes.amount}>{money(total.subtotal.amount, currency)}</span>
          </li>
        ))}
      </ul>
      <OrderSums order={order} />
    </>
  );
}

function reductionText({ kind, name, id = '' }: Reduction, { reductions }: OrderTexts): string {
  return reductions[kind](name, id);
}

interface LineTaxProps {
  readonly tax: NonNullable<Order['lineTaxes']>[number];
  readonly currency: string;
}

function LineTax({ tax: { rate, amount, included }, currency }: LineTaxProps) {
  const texts = useOrderTexts();
  const money = useMoney();
  const percent = usePercent();
  const name = rate === undefined ? '' : percent(rate);
  const text = (included ? texts.taxIncluded : texts.tax)(name, money(amount, currency));
  return <div className={classes.note}>{text.trim()}</div>;
}

function OrderSums({ order: { total, taxes: rates, refunded } }: { readonly order: Order }) {
  const { orders } = useTexts();
  const texts = useOrderTexts();
  const money = useMoney();
  if (total === undefined) return null;
  const { original, discount, subtotal, taxes, due } = total;
  const isReduced = discount.amount > 0;
  const sums = [
    ...(isReduced ? [[texts.beforeReductions, original] as const] : []),
    ...(isReduced ? [[texts.reduction, { ...discount, amount: -discount.amount }] as const] : []),
    [orders.subtotal, subtotal] as const,
    // Taxes in the prices are no sum of their own: each line and each rate names them.
    ...(taxes.amount === 0 && rates !== undefined ? [] : [[orders.taxes, taxes] as const]),
  ];
  const returned =
    refunded === undefined
      ? []
      : [
          [texts.returned, { ...refunded, amount: -refunded.amount }] as const,
          [texts.left, { ...refunded, amount: amountLeft(due.amount, refunded.amount) }] as const,
        ];
  return (
    <dl className={classes.sums}>
      {[...sums, [orders.due, due] as const, ...returned].map(([label, { amount, currency }]) => (
        <div key={label} className={classes.row} data-total={label === orders.due}>
          <dt>{label}</dt>
          <dd className={classes.amount}>{money(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
