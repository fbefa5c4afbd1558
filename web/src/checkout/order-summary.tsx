import { Avatar, Badge, Button, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Checkout, CheckoutLine, WithdrawnLine } from '../api/checkout.ts';
import { WarningIcon } from '../ui/icons.tsx';
import { formatMoney } from '../ui/money.ts';
import { recurrenceText } from './recurrence-text.ts';
import { isMarked, summaryRows, withdrawalText } from './summary-rows.ts';
import type { EarlierDue } from './use-payment.ts';
import classes from './order-summary.module.css';

/** More rows than this are folded, so that the pay button stays close, unless one has a message. */
const UNFOLDED_LINES = 5;

interface OrderSummaryProps {
  readonly checkout: Pick<Checkout, 'lines' | 'withdrawnLines' | 'total' | 'currency'>;
  /** The total that the buyer saw before it changed. */
  readonly earlierDue?: EarlierDue | undefined;
}

/** The items of the order and their prices. */
export function OrderSummary({ checkout, earlierDue }: OrderSummaryProps) {
  const { currency } = checkout;
  const rows = summaryRows(checkout);
  const [isAskedFor, setAskedFor] = useState(false);
  const isUnfolded = isAskedFor || rows.length <= UNFOLDED_LINES || rows.some(isMarked);
  const visible = isUnfolded ? rows : rows.slice(0, UNFOLDED_LINES - 1);
  return (
    <div className={classes.summary}>
      <ul className={classes.lines}>
        {visible.map(({ kind, line }) =>
          kind === 'Withdrawn' ? (
            <WithdrawnRow key={line.id} line={line} />
          ) : (
            <SummaryLine key={line.id} line={line} currency={currency} />
          ),
        )}
      </ul>
      {isUnfolded ? null : (
        <Button
          variant="subtle"
          onClick={() => {
            setAskedFor(true);
          }}
        >
          {`Show all ${rows.length} items`}
        </Button>
      )}
      <SummaryTotal checkout={checkout} earlierDue={earlierDue} />
    </div>
  );
}

function SummaryLine({ line, currency }: { readonly line: CheckoutLine; readonly currency: string }) {
  const { name, tagline, iconUrl, quantity, unitPrice, total, discountName } = line;
  const renewal = recurrenceText(line.recurrence);
  return (
    <li className={classes.line}>
      <Avatar src={iconUrl} name={name} alt="" aria-hidden="true" radius="md" size={48} variant="default" />
      <div className={classes.what}>
        <Text fw={600} lh="sm">
          {name}
        </Text>
        {line.type === 'Bundle' ? (
          <Badge variant="light" size="sm" my={4}>
            Bundle
          </Badge>
        ) : null}
        {tagline === undefined ? null : <Detail>{tagline}</Detail>}
        {line.variationName === '' ? null : <Detail>{line.variationName}</Detail>}
        {renewal === undefined ? null : <Detail>{renewal}</Detail>}
        {quantity === 1 ? null : <Detail>{`${quantity} × ${formatMoney(unitPrice, currency)}`}</Detail>}
      </div>
      <div className={classes.price}>
        <Text fw={600} lh="sm">
          {formatMoney(total.subtotal, currency)}
        </Text>
        {total.discount === 0 ? null : (
          <Text component="del" size="sm" c="dimmed" td="line-through">
            <VisuallyHidden>Price before discount:</VisuallyHidden> {formatMoney(total.original, currency)}
          </Text>
        )}
      </div>
      {total.discount === 0 ? null : (
        <Text size="sm" className={classes.discount}>
          <span>{discountName ?? 'Discount'}</span>
          <span>{formatMoney(-total.discount, currency)}</span>
        </Text>
      )}
      {line.refusals?.map((refusal) => (
        <Remark key={refusal}>{refusal}</Remark>
      ))}
    </li>
  );
}

function WithdrawnRow({ line }: { readonly line: WithdrawnLine }) {
  return (
    <li className={classes.line}>
      <Remark>{withdrawalText(line)}</Remark>
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

function SummaryTotal({ checkout, earlierDue }: OrderSummaryProps) {
  const { total, currency } = checkout;
  if (total === undefined) return null;
  const isSameDue = earlierDue?.due === total.due.amount && earlierDue.currency === currency;
  const steps: [string, number][] = [
    ...(total.discount.amount === 0
      ? []
      : [step('Before discounts', total.original.amount), step('Discounts', -total.discount.amount)]),
    ...(total.taxes.amount === 0
      ? []
      : [step('Subtotal', total.subtotal.amount), step('Taxes', total.taxes.amount)]),
  ];
  return (
    <dl className={classes.total}>
      {steps.map(([label, amount]) => (
        <div key={label} className={classes.step}>
          <dt>{label}</dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      ))}
      <div className={classes.due}>
        <dt>Total</dt>
        <dd>
          {earlierDue === undefined || isSameDue ? null : (
            <Text component="del" c="dimmed" td="line-through" mr="sm">
              <VisuallyHidden>Before the change:</VisuallyHidden>{' '}
              {formatMoney(earlierDue.due, earlierDue.currency)}
            </Text>
          )}{' '}
          {formatMoney(total.due.amount, currency)}
        </dd>
      </div>
    </dl>
  );
}

function step(label: string, amount: number): [string, number] {
  return [label, amount];
}
