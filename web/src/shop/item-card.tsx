import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, use } from 'react';
import type { ShopBundle, ShopProduct, ShopVariation } from '../api/storefront.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import { useShopTexts } from './shop-texts.ts';
import { AddButton } from './add-button.tsx';
import { Cover } from './cover.tsx';
import { OwnedMark } from './owned-mark.tsx';
import { Price } from './price.tsx';
import { cheapestOf, isBoughtAgain, savingOf, unitPrice, variationsIn, worthOf } from './prices.ts';
import { isTried } from './trial-link.ts';
import classes from './shop-page.module.css';

interface ProductCardProps {
  readonly product: ShopProduct;
  readonly currency: string;
  /** One of the first cards of the page. */
  readonly isEarly?: boolean;
}

/** A product in the shop. */
export function ProductCard({ product, currency, isEarly = false }: ProductCardProps) {
  const isComplete = product.owned && !isBoughtAgain(product, currency);
  return (
    <Card
      item={product}
      currency={currency}
      isEarly={isEarly}
      link={
        <Link to="/shop/products/$productId" params={{ productId: product.id }} className={classes.link}>
          {product.name}
        </Link>
      }
      options={isComplete ? <OpenProduct product={product} /> : <ItemOptions item={product} />}
      trial={<TrialLink product={product} />}
      line={isComplete ? undefined : { type: 'Product', productId: product.id }}
    />
  );
}

interface BundleCardProps {
  readonly bundle: ShopBundle;
  readonly currency: string;
}

/** A bundle in the shop: its products, and its saving. */
export function BundleCard({ bundle, currency }: BundleCardProps) {
  const { shop, price } = useShopTexts();
  const money = useMoney();
  const { locale } = use(LanguageOfPage);
  const included = bundle.products.filter((product) => product.included);
  const names = new Intl.ListFormat(locale).format(firstNames(included, shop.andMore));
  const saving = savingOf(bundle, currency);
  const worth = worthOf(bundle, currency);
  return (
    <Card
      item={bundle}
      currency={currency}
      isEarly={false}
      link={
        <Link to="/shop/bundles/$bundleId" params={{ bundleId: bundle.id }} className={classes.link}>
          {bundle.name}
        </Link>
      }
      options={<ItemOptions item={bundle} />}
      line={{ type: 'Bundle', bundleId: bundle.id, ...(bundle.partial && { partial: true }) }}
      contents={included.map(({ id }) => id)}
      about={
        <>
          <Text size="sm">{bundle.partial ? shop.restOf(names) : shop.contains(names)}</Text>
          {saving === 0 || worth === undefined ? null : (
            <Text size="sm">{shop.worth(money(worth, currency))}</Text>
          )}
        </>
      }
      saving={saving === 0 ? undefined : price.save(money(saving, currency))}
    />
  );
}

/** With more members than this, a card counts the others, so that its button stays in sight. */
const MOST_NAMES = 4;

function firstNames(
  members: readonly { readonly name: string }[],
  andMore: (count: number) => string,
): string[] {
  const names = members.map(({ name }) => name);
  if (names.length <= MOST_NAMES) return names;
  const first = names.slice(0, MOST_NAMES - 1);
  return [...first, andMore(names.length - first.length)];
}

interface CardProps {
  readonly item: ShopProduct | ShopBundle;
  readonly currency: string;
  readonly isEarly: boolean;
  readonly link: ReactNode;
  /** Links to the page where a variation is chosen, or to what the customer has. */
  readonly options: ReactNode;
  /** Links to the file to try it with. */
  readonly trial?: ReactNode;
  /** What the card adds to the cart; undefined: nothing. */
  readonly line:
    | {
        readonly type: 'Product' | 'Bundle';
        readonly productId?: string;
        readonly bundleId?: string;
      }
    | undefined;
  readonly contents?: readonly string[];
  readonly about?: ReactNode;
  readonly saving?: string | undefined;
}

function Card({ item, currency, isEarly, link, options, trial, line, contents, about, saving }: CardProps) {
  const variations = variationsIn(item, currency);
  const cheapest = cheapestOf(variations, currency);
  return (
    <li className={classes.card}>
      <Cover item={item} isEarly={isEarly} />
      <div className={classes.head}>
        <h3 className={classes.name}>{link}</h3>
        {item.owned ? <OwnedMark /> : null}
      </div>
      <div className={classes.text}>
        {item.tagline === '' ? null : <Text>{item.tagline}</Text>}
        {about}
      </div>
      <div className={classes.foot}>
        <div className={classes.prices}>
          <CardPrice cheapest={cheapest} isLowest={variations.length > 1} currency={currency} />
          {saving === undefined ? null : <span className={classes.saving}>{saving}</span>}
        </div>
        <div className={classes.action}>
          {trial}
          {line !== undefined && cheapest !== undefined && variations.length === 1 ? (
            <AddButton
              name={item.name}
              line={{
                ...line,
                variationId: cheapest.id,
                quantity: 1,
                ...(cheapest.upgrade && { licenseId: cheapest.upgrade.licenseId }),
              }}
              currency={currency}
              contents={contents}
            />
          ) : (
            options
          )}
        </div>
      </div>
    </li>
  );
}

interface CardPriceProps {
  readonly cheapest: ShopVariation | undefined;
  readonly isLowest: boolean;
  readonly currency: string;
}

function CardPrice({ cheapest, isLowest, currency }: CardPriceProps) {
  const { shop } = useShopTexts();
  const unit = cheapest && unitPrice(cheapest, 1, currency);
  if (cheapest === undefined || unit === undefined) return <Text c="dimmed">{shop.notSold}</Text>;
  return (
    <>
      {cheapest.upgrade === undefined ? null : (
        <Text size="sm">{shop.ownerPrice[cheapest.upgrade.kind]}</Text>
      )}
      <Price unit={unit} currency={currency} recurrence={cheapest.recurrence} isLowest={isLowest} />
    </>
  );
}

interface OpenProductProps {
  readonly product: ShopProduct;
  /** Default `default`: one of many things to do. */
  readonly variant?: 'default' | 'filled';
  readonly size?: 'sm' | 'lg';
}

/** Leads the owner of a product to it. */
export function OpenProduct({ product, variant = 'default', size = 'sm' }: OpenProductProps) {
  const { shop } = useShopTexts();
  const { id, name } = product;
  return (
    <Button
      variant={variant}
      size={size}
      aria-label={shop.openOf(name)}
      renderRoot={(props) => <Link to="/account/products/$productId" params={{ productId: id }} {...props} />}
    >
      {shop.open}
    </Button>
  );
}

/** Leads to the page of an item, where its variation is chosen. */
export function ItemOptions({ item }: { readonly item: ShopProduct | ShopBundle }) {
  return 'products' in item ? <BundleOptions bundle={item} /> : <ProductOptions product={item} />;
}

function ProductOptions({ product: { id, name } }: { readonly product: ShopProduct }) {
  const { shop } = useShopTexts();
  return (
    <Button
      variant="default"
      aria-label={shop.optionsOf(name)}
      renderRoot={(props) => <Link to="/shop/products/$productId" params={{ productId: id }} {...props} />}
    >
      {shop.options}
    </Button>
  );
}

function TrialLink({ product }: { readonly product: ShopProduct }) {
  const { shop } = useShopTexts();
  if (!isTried(product)) return null;
  const { id, name } = product;
  return (
    <Link
      to="/shop/products/$productId"
      params={{ productId: id }}
      hash="try"
      className={classes.try}
      aria-label={shop.tryFreeOf(name)}
    >
      {shop.tryFree}
    </Link>
  );
}

function BundleOptions({ bundle: { id, name } }: { readonly bundle: ShopBundle }) {
  const { shop } = useShopTexts();
  return (
    <Button
      variant="default"
      aria-label={shop.optionsOf(name)}
      renderRoot={(props) => <Link to="/shop/bundles/$bundleId" params={{ bundleId: id }} {...props} />}
    >
      {shop.options}
    </Button>
  );
}
