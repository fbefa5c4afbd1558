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

/** The purchased items, with their prices; discounts are a line of the totals. */
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
  const { quantity, variation } = line;
  const price = priceOf(line);
  const unitPrice = { ...price, amount: price.amount / quantity };
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
            {texts.quantity(quantity, amount(unitPrice))}
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
      <Text className={classes.total}>{amount(price)}</Text>
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

/** What the lines add up to: discounts off, taxes on top, and the paid amount. */
export function OrderTotals({ order, total }: { readonly order: Order; readonly total: Total }) {
  const texts = useOrdersTexts();
  const amount = useAmount();
  const { subtotal, taxes, due } = total;
  const discount = deductionOf(order, total);
  // Taxes that are included in the prices do not change the total.
  const country = order.customer?.address?.countryCode;
  const isIncluded = taxes.amount > 0 && subtotal.amount === due.amount;
  const codes = order.couponsApplied.map(({ code, name }) => code || name).join(', ');
  return (
    <dl className={classes.sums}>
      {discount.amount === 0 ? null : (
        <Row name={codes === '' ? texts.discount : texts.discountBy(codes)} value={amount(discount)} />
      )}
      {taxes.amount === 0 || isIncluded ? null : (
        <>
          <Row name={texts.subtotal} value={amount(subtotal)} />
          <Row name={texts.tax(country)} value={amount(taxes)} />
        </>
      )}
      <Row name={texts.total} value={amount(due)} isSum />
      {isIncluded ? <Row name={texts.taxIncluded(amount(taxes), country)} value="" /> : null}
      {codes === '' || discount.amount !== 0 ? null : <Row name={texts.coupons(codes)} value="" />}
    </dl>
  );
}

/** What a line costs before discounts; one that costs nothing, as in its free days, never had a price. */
function priceOf({ total: { original, subtotal } }: Line): Amount {
  return subtotal.amount === 0 ? subtotal : original;
}

/** What is taken off the prices of the lines, as a negative amount. */
function deductionOf({ items }: Order, { subtotal }: Total): Amount {
  const sum = items.reduce((before, line) => before + priceOf(line).amount, 0);
  return { ...subtotal, amount: Math.round((subtotal.amount - sum) * 1000) / 1000 };
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
