import { Button, Paper, Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { openCheckout } from '../api/cart.ts';
import type { ItemDetails, ShopBundle, ShopProduct, ShopVariation, Storefront } from '../api/storefront.ts';
import { randomGuid } from '@latchkey/sdk';
import type { Addition } from '../cart/add-to-cart.ts';
import type { NewLine } from '../cart/cart-lines.ts';
import { goToCheckout } from '../cart/go-to-checkout.ts';
import { QuantityField } from './quantity-field.tsx';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useShopTexts } from './shop-texts.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { CheckIcon } from '@latchkey/ui/icons.tsx';
import { Notice } from '@latchkey/ui/notice.tsx';
import { useAdding } from './add-button.tsx';
import { FreeDownloads } from './free-downloads.tsx';
import { Price, TaxNote } from './price.tsx';
import {
  isDearerThanRest,
  isSoldToTeams,
  savingOf,
  totalFor,
  unitPrice,
  variationsIn,
  worthOf,
} from './prices.ts';
import { VariationChoice } from './variation-choice.tsx';
import { BuyBar } from './buy-bar.tsx';
import { TrustLine } from './trust-line.tsx';
import { VolumePrices } from './volume-prices.tsx';
import classes from './buy-box.module.css';

export interface BuyBoxProps {
  readonly type: 'Product' | 'Bundle';
  readonly item: ShopProduct | ShopBundle;
  readonly details: ItemDetails | undefined;
  readonly storefront: Storefront;
  readonly currency: string;
}

interface Count {
  readonly variationId: string;
  readonly quantity: number;
}

/**
 * Chooses a variation and a quantity, and adds them to the cart, or buys them immediately. Both choices last while the
 * visitor compares currencies, as far as the variation is sold in them.
 */
export function BuyBox({ type, item, details, storefront, currency }: BuyBoxProps) {
  const { shop, product } = useShopTexts();
  const money = useMoney();
  const variations = variationsIn(item, currency);
  const [chosenId, setChosenId] = useState<string>();
  const [count, setCount] = useState<Count>();
  const variation = variations.find(({ id }) => id === chosenId) ?? variations[0];
  const isElsewhere = variation === undefined && (item.variations ?? []).length > 0;
  return (
    <Paper component="section" className={classes.box} aria-label={item.name}>
      {item.owned ? <OwnedNote type={type} id={item.id} /> : null}
      {'products' in item && isDearerThanRest(item, currency) ? (
        <Text size="sm">{shop.dearer(money(worthOf(item, currency) ?? 0, currency))}</Text>
      ) : null}
      {variation === undefined ? (
        <Text>{isElsewhere ? product.notInCurrency(currency) : shop.notSold}</Text>
      ) : (
        <>
          <VariationChoice
            variations={variations}
            variation={variation}
            currency={currency}
            onChoose={(id) => {
              setChosenId(id);
              setCount(undefined);
            }}
          />
          <Purchase
            key={`${variation.id} ${currency}`}
            type={type}
            item={item}
            variation={variation}
            currency={currency}
            storefront={storefront}
            count={count?.variationId === variation.id ? count.quantity : undefined}
            onCount={(quantity) => {
              setCount({ variationId: variation.id, quantity });
            }}
          />
          <TaxNote storefront={storefront} />
          <TrustLine details={details} />
        </>
      )}
      <FreeDownloads item={item} details={details} />
    </Paper>
  );
}

interface PurchaseProps extends Pick<BuyBoxProps, 'type' | 'item' | 'storefront' | 'currency'> {
  readonly variation: ShopVariation;
  /** Undefined before the visitor has asked for a number of licenses. */
  readonly count: number | undefined;
  readonly onCount: (quantity: number) => void;
}

function Purchase({ type, item, variation, storefront, currency, count, onCount }: PurchaseProps) {
  const { shop, product, price } = useShopTexts();
  const { failure: texts } = useTexts();
  const money = useMoney();
  const quantity = count ?? 1;
  const isCountVisible = count !== undefined || (variation.upgrade === undefined && isSoldToTeams(variation));
  const purchase = useRef<HTMLDivElement>(null);
  const adding = useAdding();
  const buying = useBuying();
  const buyLabel = useBuyLabel(storefront);
  const unit = unitPrice(variation, quantity, currency);
  if (unit === undefined) return null;
  const { upgrade } = variation;
  const line = lineOf(type, item, {
    variationId: variation.id,
    quantity,
    ...(upgrade && { licenseId: upgrade.licenseId }),
  });
  const contents = 'products' in item ? item.products.map(({ id }) => id) : [];
  const failure = adding.failure ?? buying.failure;
  const isFree = unit.price === 0;
  // For several units, the parts may be cheaper on their own.
  const saving =
    'products' in item && quantity === 1 && variation.id === item.defaultVariation?.id
      ? savingOf(item, currency)
      : 0;
  return (
    <div className={classes.purchase} ref={purchase}>
      <div className={classes.sum}>
        {upgrade === undefined ? null : <Text size="sm">{shop.ownerPrice[upgrade.kind]}</Text>}
        <Price
          unit={{ price: unit.price * quantity, original: unit.original * quantity }}
          currency={currency}
          recurrence={variation.recurrence}
          size="large"
        />
        {saving === 0 ? null : <Saving amount={saving} worth={unit.price + saving} currency={currency} />}
        {upgrade === undefined ? null : (
          <Text size="sm">{product.upgrades[upgrade.kind](upgrade.licenseName)}</Text>
        )}
      </div>
      <VolumePrices variation={variation} quantity={quantity} currency={currency} />
      {isCountVisible ? (
        <QuantityField
          label={product.quantity}
          quantity={quantity}
          onChange={(next) => {
            onCount(next);
            adding.reset();
          }}
        />
      ) : null}
      {failure === undefined ? null : (
        <Notice title={product.failed} takesFocus>
          {failureMessage(failure, texts).text}
        </Notice>
      )}
      <AddOrOpen adding={adding} addition={{ line, currency, contents }} isLarge />
      <Button
        size="lg"
        fullWidth
        variant="default"
        loading={buying.isOpening}
        onClick={() => {
          buying.buy(line, currency);
        }}
      >
        {isFree ? product.getFree : buyLabel(unit.price * quantity, currency)}
      </Button>
      {isCountVisible || upgrade !== undefined ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            onCount(1);
          }}
        >
          {product.several}
        </Button>
      )}
      <BuyBar of={purchase} label={product.total}>
        <Price
          unit={{ price: unit.price * quantity, original: unit.original * quantity }}
          currency={currency}
        />
        <AddOrOpen adding={adding} addition={{ line, currency, contents }} isLarge={false} />
      </BuyBar>
      <VisuallyHidden component="output">
        {adding.isAdded ? product.added(item.name) : ''}
        {unit.original > unit.price
          ? price.save(money((unit.original - unit.price) * quantity, currency))
          : ''}
      </VisuallyHidden>
    </div>
  );
}

interface SavingProps {
  readonly amount: number;
  /** What the products of the bundle cost one by one. */
  readonly worth: number;
  readonly currency: string;
}

function Saving({ amount, worth, currency }: SavingProps) {
  const { shop, price } = useShopTexts();
  const money = useMoney();
  return (
    <Text size="sm" c="dimmed">
      <span className={classes.saving}>{price.save(money(amount, currency))}</span>
      {' · '}
      {shop.worth(money(worth, currency))}
    </Text>
  );
}

/** What the button says: the checkout adds a tax to exclusive prices unless it is known to be none. */
function useBuyLabel(storefront: Storefront): (amount: number, currency: string) => string {
  const { product } = useShopTexts();
  const money = useMoney();
  const { taxMode, estimatedTax } = storefront;
  const isTaxAdded = taxMode === 'Exclusive' && estimatedTax?.rate !== 0;
  return (amount, currency) => {
    const total = totalFor(amount, currency, storefront);
    if (total !== undefined) return product.buyTotal(money(total, currency), estimatedTax?.countryCode);
    const label = money(amount, currency);
    return isTaxAdded ? product.buyPlusTax(label, estimatedTax?.countryCode) : product.buy(label);
  };
}

interface AddOrOpenProps {
  readonly adding: ReturnType<typeof useAdding>;
  readonly addition: Addition;
  readonly isLarge: boolean;
}

/** Adds to the cart; then it links there. */
function AddOrOpen({ adding, addition, isLarge }: AddOrOpenProps) {
  const { product } = useShopTexts();
  const size = isLarge ? { size: 'lg', fullWidth: true } : {};
  if (adding.isAdded) {
    return (
      <Button {...size} leftSection={<CheckIcon />} renderRoot={(props) => <Link to="/cart" {...props} />}>
        {product.toCart}
      </Button>
    );
  }
  return (
    <Button
      {...size}
      onPointerEnter={adding.prepare}
      onFocus={adding.prepare}
      onClick={() => {
        adding.add(addition);
      }}
    >
      {product.add}
    </Button>
  );
}

function lineOf(
  type: 'Product' | 'Bundle',
  item: ShopProduct | ShopBundle,
  choice: { readonly variationId: string; readonly quantity: number; readonly licenseId?: string },
): NewLine {
  if (type === 'Product') return { type, productId: item.id, ...choice };
  const isPartial = 'partial' in item && item.partial;
  return { type, bundleId: item.id, ...choice, ...(isPartial && { partial: true }) };
}

/** Buys only this, in a separate order: the cart stays unchanged. */
function useBuying() {
  const [isOpening, setOpening] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const buy = (line: NewLine, currency: string) => {
    setOpening(true);
    setFailure(undefined);
    openCheckout(randomGuid(), { currency, items: [{ id: randomGuid(), ...line }] })
      .then(goToCheckout)
      .then(() => {
        setOpening(false);
      })
      .catch((error: unknown) => {
        setFailure(error instanceof Error ? error : new Error('unknown', { cause: error }));
        setOpening(false);
      });
  };
  return { buy, isOpening, failure };
}

function OwnedNote({ type, id }: { readonly type: 'Product' | 'Bundle'; readonly id: string }) {
  const { product } = useShopTexts();
  return (
    <div className={classes.owned}>
      <Text fw={600}>{product.alreadyOwned}</Text>
      <Text size="sm">{product.ownedText}</Text>
      {type === 'Product' ? (
        <Link to="/account/products/$productId" params={{ productId: id }} className={classes.link}>
          {product.toProduct}
        </Link>
      ) : null}
    </div>
  );
}
