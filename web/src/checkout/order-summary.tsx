import { Button, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, use, useState } from 'react';
import type { Checkout, CheckoutLine, WithdrawnLine } from '../api/checkout.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useTexts } from './checkout-texts.ts';
import { WarningIcon } from '@latchkey/ui/icons.tsx';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import { isMarked, summaryRows } from './summary-rows.ts';
import { type PricedCheckout, SummaryTotal } from './summary-total.tsx';
import classes from './order-summary.module.css';
import type { Texts } from './checkout-en.ts';

/**
 * With more rows than this, they are collapsed, unless one has a message: above the form on a phone, so that it and its
 * button stay close; below a message; in a wide window.
 */
const UNFOLDED_LINES = { phone: 1, receipt: 2, wide: 5 } as const;

interface OrderSummaryProps {
  readonly checkout: PricedCheckout & Pick<Checkout, 'withdrawnLines'>;
  /** Changes a line, while the cart can change. */
  readonly renderChange?: (line: CheckoutLine) => ReactNode;
  /** The totals, where there is more than one. */
  readonly sums?: ReactNode;
}

/** The items of the order and their prices. */
export function OrderSummary({ checkout, renderChange, sums }: OrderSummaryProps) {
  const { currency } = checkout;
  const rows = summaryRows(checkout);
  const { summary } = useTexts();
  const [isAskedFor, setAskedFor] = useState(false);
  const { locale } = use(LanguageOfPage);
  const [isNarrow] = useState(() => matchMedia('(width < 56rem)').matches);
  const most = UNFOLDED_LINES[isNarrow ? (sums === undefined ? 'receipt' : 'phone') : 'wide'];
  const isUnfolded = isAskedFor || rows.length <= most || rows.some(isMarked);
  const names = rows.map(({ line: { name } }) => name);
  const visible = isUnfolded ? rows : rows.slice(0, most - 1);
  return (
    <div className={classes.summary}>
      {visible.length > 0 ? null : <Detail>{new Intl.ListFormat(locale).format(names)}</Detail>}
      <ul className={classes.lines}>
        {visible.map(({ kind, line }) =>
          kind === 'Withdrawn' ? (
            <WithdrawnRow key={line.id} line={line} />
          ) : (
            <SummaryLine key={line.id} line={line} currency={currency} change={renderChange?.(line)} />
          ),
        )}
      </ul>
      {isUnfolded ? null : (
        <Button
          variant="subtle"
          size="compact-md"
          ml={-11}
          style={{ justifySelf: 'start' }}
          onClick={() => {
            setAskedFor(true);
          }}
        >
          {summary.showAll(rows.length)}
        </Button>
      )}
      {sums ?? <SummaryTotal checkout={checkout} />}
    </div>
  );
}

interface SummaryLineProps {
  readonly line: CheckoutLine;
  readonly currency: string;
  readonly change: ReactNode;
}

function SummaryLine({ line, currency, change }: SummaryLineProps) {
  const { name, tagline, contents, iconUrl, pictureUrl, quantity, unitPrice, total, reductions } = line;
  // Coupons and the offer on the cart are below, in the totals of the order.
  const discount = reductions.reduce((sum, { amount }) => sum + amount, 0);
  const { summary, pay } = useTexts();
  const { locale } = use(LanguageOfPage);
  const formatMoney = useMoney();
  const renewal = recurrenceText(line.recurrence, summary.terms);
  return (
    <li className={classes.line}>
      <Thumbnail name={name} iconUrl={iconUrl} pictureUrl={pictureUrl} width={80} />
      <div>
        <Text fw={600} lh="sm">
          {name}
        </Text>
        {tagline === undefined ? null : <Detail>{tagline}</Detail>}
        {line.variationName === '' ? null : <Detail>{line.variationName}</Detail>}
        {line.upgrade === undefined ? null : (
          <Detail>{summary.upgrades[line.upgrade.kind](line.upgrade.licenseName ?? name)}</Detail>
        )}
        {renewal === undefined ? null : <Detail>{renewal}</Detail>}
        {quantity === 1 ? null : <Detail>{summary.times(quantity, formatMoney(unitPrice, currency))}</Detail>}
      </div>
      <div className={classes.price}>
        {discount === 0 ? null : (
          <Text component="del" size="sm" c="dimmed" td="line-through">
            <VisuallyHidden>{summary.priceBefore}</VisuallyHidden> {formatMoney(total.original, currency)}
          </Text>
        )}
        <Text fw={600} lh="sm">
          {formatMoney(total.original - discount, currency)}
        </Text>
      </div>
      {contents === undefined ? null : (
        <div className={classes.contents}>
          <Detail>{summary.contains(new Intl.ListFormat(locale).format(contents))}</Detail>
        </div>
      )}
      {reductions.map((reduction) => (
        <Text key={reduction.name} size="sm" className={classes.discount}>
          <span>{reduction.name}</span>
          {reductions.length === 1 ? null : <span>{formatMoney(-reduction.amount, currency)}</span>}
        </Text>
      ))}
      {change}
      {pay.refusals(line.refusals ?? [], true).map((refusal) => (
        <Remark key={refusal}>{refusal}</Remark>
      ))}
    </li>
  );
}

function WithdrawnRow({ line }: { readonly line: WithdrawnLine }) {
  const { summary } = useTexts();
  return (
    <li className={`${classes.line} ${classes.withdrawn}`}>
      <Remark>{summary.withdrawn(line.name)}</Remark>
    </li>
  );
}

/** Information about a row for the buyer. */
function Remark({ children }: { readonly children: string }) {
  return (
    <Text size="sm" className={classes.remark}>
      <WarningIcon size={18} />
      <span>{children}</span>
    </Text>
  );
}

function Detail({ children }: { readonly children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

/** The validity of licenses with a billing cycle; undefined for a one-off purchase. */
export function recurrenceText(
  recurrence: CheckoutLine['recurrence'],
  terms: Texts['summary']['terms'],
): string | undefined {
  return recurrence.type === 'OneOff' ? undefined : terms[recurrence.cycleLength];
}
