import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import type { Order } from '../api/orders.ts';
import { useOrdersTexts } from './orders-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { formatMoney } from '@latchkey/ui/texts/money.ts';
import { Thumbnail } from '@latchkey/ui/product-icon.tsx';
import classes from './orders-page.module.css';

type Line = Order['items'][number];
type Total = NonNullable<Order['total']>;
type Amount = Total['due'];

/** Writes amounts as the page's language does. */
export function useAmount(): (amount: Amount) => string {
  const { locale } = use(LanguageOfPage);
  return ({ amount, currency }) => formatMoney(amount, currency, [locale]);
}

/** The product or bundle of a line. */
export function itemOf(line: Line) {
  return line.type === 'Product' ? line.product : line.bundle;
}

export function nameOfLine(line: Line): string {
  return itemOf(line).name;
}

/** The purchased items, with the paid prices. */
export function OrderLines({ order }: { readonly order: Order }) {
  return (
    <ul className={classes.lines}>
      {order.items.map((line) => (
        <OrderLine key={line.id} line={line} />
      ))}
    </ul>
  );
}

function OrderLine({ line }: { readonly line: Line }) {
  const texts = useOrdersTexts();
  const { locale } = use(LanguageOfPage);
  const amount = useAmount();
  const { name, iconUrl, pictureUrl } = itemOf(line);
  const { quantity, variation, total } = line;
  const price = { currency: total.subtotal.currency, amount: total.subtotal.amount / quantity };
  return (
    <li className={classes.line}>
      <Thumbnail name={name} iconUrl={iconUrl} pictureUrl={pictureUrl} width={64} />
      <div>
        <Text fw={600} lh="sm">
          {line.type === 'Product' ? <ProductLink productId={line.productId} name={name} /> : name}
        </Text>
        <Text size="sm" c="dimmed">
          {variation.name}
        </Text>
        {quantity === 1 ? null : (
          <Text size="sm" c="dimmed">
            {texts.quantity(quantity, amount(price))}
          </Text>
        )}
        {line.type === 'Bundle' ? (
          <Text size="sm" c="dimmed">
            {texts.bundle(
              new Intl.ListFormat(locale).format(line.bundle.products.map((product) => product.name)),
            )}
          </Text>
        ) : null}
      </div>
      <Text className={classes.total}>{amount(total.subtotal)}</Text>
    </li>
  );
}

/** The way to the licenses and devices of what was bought. */
function ProductLink({ productId, name }: { readonly productId: string; readonly name: string }) {
  return (
    <Anchor
      inherit
      c="inherit"
      underline="always"
      renderRoot={(props) => <Link to="/account/products/$productId" params={{ productId }} {...props} />}
    >
      {name}
    </Anchor>
  );
}

/** What the lines, from which discounts are deducted, add up to: taxes on top, and the paid amount. */
export function OrderTotals({ order, total }: { readonly order: Order; readonly total: Total }) {
  const texts = useOrdersTexts();
  const amount = useAmount();
  const { subtotal, taxes, due } = total;
  const discount = deductionOf(order, total);
  // Taxes that are included in the prices do not change the total.
  const country = order.customer?.address?.countryCode;
  const isIncluded = taxes.amount > 0 && subtotal.amount === due.amount;
  return (
    <dl className={classes.sums}>
      {taxes.amount === 0 || isIncluded ? null : (
        <>
          <Row name={texts.subtotal} value={amount(subtotal)} />
          <Row name={texts.tax(country)} value={amount(taxes)} />
        </>
      )}
      <Row name={texts.total} value={amount(due)} isSum />
      {isIncluded ? <Row name={texts.taxIncluded(amount(taxes), country)} value="" /> : null}
      {discount.amount === 0 ? null : <Row name={texts.deducted(amount(discount))} value="" />}
      {order.couponsApplied.length === 0 ? null : (
        <Row
          name={texts.coupons(order.couponsApplied.map(({ code, name }) => code || name).join(', '))}
          value=""
        />
      )}
    </dl>
  );
}

/** What the lines cost less; of one that costs nothing, as in its free days, nothing is said to be deducted. */
function deductionOf({ items }: Order, { discount }: Total): Amount {
  const ofFree = items
    .filter((line) => line.total.subtotal.amount === 0)
    .reduce((sum, line) => sum + line.total.discount.amount, 0);
  return { ...discount, amount: Math.round((discount.amount - ofFree) * 1000) / 1000 };
}

interface RowProps {
  readonly name: string;
  readonly value: string;
  readonly isSum?: boolean;
}

function Row({ name, value, isSum = false }: RowProps) {
  return (
    <>
      <dt className={isSum ? classes.sum : undefined}>{name}</dt>
      <dd className={isSum ? classes.sum : undefined}>{value}</dd>
    </>
  );
}
