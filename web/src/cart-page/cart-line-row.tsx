import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import type { CartLine, LineInput } from '../api/cart.ts';
import { useDiscountText } from '../shop/price.tsx';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useShopTexts } from '../shop/shop-texts.ts';
import { CrossIcon } from '../page/icons.tsx';
import { hasItem, nameOf, replacedBy, setOffer, setQuantity, splitBundle } from '../cart/cart-lines.ts';
import type { ItemOffer } from './cart-offers.ts';
import { LinePicture } from './line-picture.tsx';
import { LinePrice } from './line-price.tsx';
import { QuantityField } from '../shop/quantity-field.tsx';
import type { CartEditor } from './use-cart.ts';
import classes from './cart-page.module.css';

interface CartLineRowProps {
  /** From the server's response. */
  readonly entry: CartLine;
  /** In the buyer's version. */
  readonly line: LineInput;
  /** All of the cart. */
  readonly lines: readonly LineInput[];
  readonly currency: string;
  /** An offer that can be selected for it. */
  readonly offer: ItemOffer | undefined;
  /** The name of a bundle of the cart that contains the product, too. */
  readonly bundleName: string | undefined;
  readonly editor: CartEditor;
  readonly onRemove: () => void;
}

/** A line of the cart: its item, quantity, price and actions. */
export function CartLineRow(props: CartLineRowProps) {
  const { entry, line, lines, currency, offer, bundleName, editor, onRemove } = props;
  const { cart, price, product } = useShopTexts();
  const { licenseId, upgrade } = entry;
  const name = nameOf(entry);
  const { recurrence } = entry.variation;
  return (
    <li className={classes.line}>
      <LinePicture entry={entry} />
      <div className={classes.what}>
        <ItemLink line={entry} />
        <Text size="sm" c="dimmed">
          {entry.type === 'Bundle' ? `${cart.bundle} · ` : ''}
          {entry.variation.name}
          {recurrence.type === 'Recurring' ? ` · ${price.cycles[recurrence.cycleLength]}` : ''}
        </Text>
      </div>
      <div className={classes.amount}>
        <LinePrice entry={entry} quantity={line.quantity} currency={currency} />
      </div>
      <div className={classes.notes}>
        <BundleNotes entry={entry} line={line} lines={lines} editor={editor} />
        {upgrade === undefined ? null : (
          <Text size="sm">{product.upgrades[upgrade.kind](upgrade.licenseName ?? name)}</Text>
        )}
        {bundleName === undefined ? null : (
          <Text size="sm">
            {cart.isContained(bundleName)}{' '}
            <button type="button" className={classes.textButton} onClick={onRemove}>
              {cart.onlyBundle}
            </button>
          </Text>
        )}
      </div>
      <div className={classes.controls}>
        {licenseId === undefined ? (
          <QuantityField
            label={cart.quantityOf(name)}
            isLabelHidden
            quantity={line.quantity}
            onChange={(quantity) => {
              editor.edit(setQuantity(line.id, quantity));
            }}
          />
        ) : null}
        <Button
          variant="subtle"
          color="gray"
          c="dimmed"
          fw={500}
          px="sm"
          leftSection={<CrossIcon size={16} />}
          aria-label={cart.removeOf(name)}
          onClick={onRemove}
        >
          {cart.remove}
        </Button>
      </div>
      <LineOffer entry={entry} line={line} currency={currency} offer={offer} editor={editor} />
    </li>
  );
}

function ItemLink({ line }: { readonly line: CartLine }) {
  return line.type === 'Product' ? (
    <Link to="/shop/products/$productId" params={{ productId: line.productId }} className={classes.name}>
      {line.product.name}
    </Link>
  ) : (
    <Link to="/shop/bundles/$bundleId" params={{ bundleId: line.bundleId }} className={classes.name}>
      {line.bundle.name}
    </Link>
  );
}

/** The content of a bundle, and the single products that it replaced, unless the buyer has added one of them again. */
function BundleNotes({
  entry,
  line,
  lines,
  editor,
}: Pick<CartLineRowProps, 'entry' | 'line' | 'lines' | 'editor'>) {
  const { cart, shop } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  if (entry.type !== 'Bundle') return null;
  const list = new Intl.ListFormat(locale);
  const contents = list.format(entry.bundle.products.map(({ name }) => name));
  const replaced = replacedBy(line);
  const isReplaced = replaced.length > 0 && !replaced.some((single) => hasItem(lines, single));
  const names = replaced.map(
    ({ productId }) => entry.bundle.products.find(({ id }) => id === productId)?.name ?? productId ?? '',
  );
  return (
    <>
      <Text size="sm" c="dimmed">
        {entry.partial === true ? shop.restOf(contents) : shop.contains(contents)}
      </Text>
      {isReplaced ? (
        <Text size="sm">
          {cart.replaces(list.format(names))}{' '}
          <button
            type="button"
            className={classes.textButton}
            onClick={() => {
              editor.edit(splitBundle(line.id));
            }}
          >
            {cart.separately}
          </button>
        </Text>
      ) : null}
    </>
  );
}

/** The offer that the line has, or can have. */
function LineOffer({
  entry,
  line,
  currency,
  offer,
  editor,
}: Omit<CartLineRowProps, 'lines' | 'bundleName' | 'onRemove'>) {
  const { cart } = useShopTexts();
  const money = useMoney();
  const discountText = useDiscountText(currency);
  const isTaken = line.offerId !== undefined && line.offerId !== null;
  if (isTaken) {
    const { appliedDiscount, originalPrice, price, quantity } = entry;
    // Without the coupons, which are in the order's totals.
    const saving = ((originalPrice[currency] ?? 0) - (price[currency] ?? 0)) * quantity;
    return (
      <div className={classes.offer} data-taken>
        <Text size="sm">
          {appliedDiscount && saving > 0 ? cart.offerApplied(appliedDiscount.name) : ''}
          {saving > 0 ? <span className={classes.saving}> {`(${money(-saving, currency)})`}</span> : null}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            editor.edit(setOffer(line.id, undefined));
          }}
        >
          {cart.declineOffer}
        </Button>
      </div>
    );
  }
  if (offer === undefined) return null;
  return (
    <div className={classes.offer}>
      <Text size="sm">{`${offer.discount.name}: ${discountText(offer.discount)}`}</Text>
      <Button
        variant="light"
        size="compact-sm"
        aria-label={cart.takeOffer(offer.discount.name)}
        onClick={() => {
          editor.edit(setOffer(line.id, offer.id));
        }}
      >
        {cart.take}
      </Button>
    </div>
  );
}
