import { Button, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, use, useDeferredValue, useId, useState } from 'react';
import type { ShopBundle, ShopProduct, Storefront } from '../api/storefront.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useShopTexts } from './shop-texts.ts';
import { BundleCard, ProductCard } from './item-card.tsx';
import { isDearerThanRest } from './prices.ts';
import { matchesSearch } from './search.ts';
import { categoriesOf, inOrder, isInCategory, hasManyItems, type ItemOrder } from './shop-items.ts';
import { ItemTools } from './item-tools.tsx';
import classes from './shop-page.module.css';

/** On a wide window they are the first row; on a phone the rest waits for the reader. */
const EARLY_CARDS = 3;

interface ItemGridProps {
  readonly storefront: Storefront;
  readonly currency: string;
}

/** Bundles and products as cards, with a search where there are many. */
export function ItemGrid({ storefront: { products, bundles: all }, currency }: ItemGridProps) {
  const bundles = all.filter((bundle) => !isDearerThanRest(bundle, currency));
  const { shop } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  const [text, setText] = useState('');
  const [category, setCategory] = useState<string>();
  const [order, setOrder] = useState<ItemOrder>('recommended');
  const search = useDeferredValue(text);
  const matching = <Item extends ShopProduct | ShopBundle>(items: readonly Item[]) =>
    inOrder(
      items.filter((item) => matchesSearch(item, search) && isInCategory(item, category)),
      order,
      { currency, locale },
    );
  const matches = { products: matching(products), bundles: matching(bundles) };
  const count = matches.products.length + matches.bundles.length;
  // Four items are two rows of two, not three and one.
  const isPaired = products.length === 2 || products.length === 4;
  return (
    <>
      {hasManyItems({ products, bundles }) ? (
        <ItemTools
          text={text}
          onType={setText}
          categories={categoriesOf(products)}
          category={category}
          onCategory={setCategory}
          order={order}
          onOrder={setOrder}
          result={search === '' && category === undefined ? '' : shop.results(count)}
        />
      ) : null}
      {count === 0 ? (
        <NoResults
          search={search}
          onClear={() => {
            setText('');
            setCategory(undefined);
          }}
        />
      ) : null}
      <Section
        isPaired={isPaired}
        title={shop.products}
        isEmpty={matches.products.length === 0}
        isSecond={bundles.length > 0}
      >
        {matches.products.map((product, index) => (
          <ProductCard key={product.id} product={product} currency={currency} isEarly={index < EARLY_CARDS} />
        ))}
      </Section>
      <Section isPaired={isPaired} title={shop.bundles} isEmpty={matches.bundles.length === 0} isSecond>
        {matches.bundles.map((bundle) => (
          <BundleCard key={bundle.id} bundle={bundle} currency={currency} />
        ))}
      </Section>
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly isEmpty: boolean;
  /** One of several: its heading is visible. */
  readonly isSecond: boolean;
  /** At most two in a row. */
  readonly isPaired: boolean;
  readonly children: ReactNode;
}

function Section({ title, isEmpty, isSecond, isPaired, children }: SectionProps) {
  const heading = useId();
  if (isEmpty) return null;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      {isSecond ? (
        <Text component="h2" id={heading} size="xl" fw={650} m={0}>
          {title}
        </Text>
      ) : (
        <VisuallyHidden component="h2" id={heading}>
          {title}
        </VisuallyHidden>
      )}
      <ul className={classes.grid} data-paired={isPaired || undefined}>
        {children}
      </ul>
    </section>
  );
}

function NoResults({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  const { shop } = useShopTexts();
  return (
    <div>
      <Text mb="sm">{shop.noResults(search)}</Text>
      <Button variant="default" onClick={onClear}>
        {shop.clearSearch}
      </Button>
    </div>
  );
}
