import { Button, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, use, useId } from 'react';
import type { Storefront } from '../api/storefront.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { useShopTexts } from './shop-texts.ts';
import { BundleCard, ProductCard } from './item-card.tsx';
import { isDearerThanRest } from './prices.ts';
import {
  categoriesOf,
  countOf,
  hasManyItems,
  isSelective,
  type ItemSearch,
  itemsOf,
  WHOLE_SHOP,
} from './shop-items.ts';
import { ItemTools } from './item-tools.tsx';
import classes from './shop-page.module.css';

/** On a wide window they are the first row; on a phone the rest waits for the reader. */
const EARLY_CARDS = 3;

interface ItemGridProps {
  readonly storefront: Storefront;
  readonly currency: string;
  /** As the visitor has it in the fields. */
  readonly search: ItemSearch;
  readonly onSearch: (search: ItemSearch) => void;
  /** The search whose items are on the page: while the visitor types, it follows. */
  readonly view: ItemSearch;
  /** The product that stands large above the items. */
  readonly featuredId: string | undefined;
}

/** Bundles and products as cards, with a search where there are many. */
export function ItemGrid({ storefront, currency, search, onSearch, view, featuredId }: ItemGridProps) {
  const { shop } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  const { products } = storefront;
  const bundles = storefront.bundles.filter((bundle) => !isDearerThanRest(bundle, currency));
  const items = itemsOf({ products, bundles }, view, { featuredId, currency, locale });
  const count = countOf(items);
  // Four items are two rows of two, not three and one.
  const isPaired = [2, 4].includes(isSelective(view) ? products.length : items.products.length);
  return (
    <>
      {hasManyItems({ products, bundles }) ? (
        <ItemTools
          search={search}
          onSearch={onSearch}
          categories={categoriesOf(products)}
          result={isSelective(view) ? shop.results(count) : ''}
        />
      ) : null}
      {count === 0 ? (
        <NoResults
          search={view.text}
          onClear={() => {
            onSearch({ ...WHOLE_SHOP, order: search.order });
          }}
        />
      ) : null}
      <Section
        isPaired={isPaired}
        title={shop.products}
        isEmpty={items.products.length === 0}
        isSecond={bundles.length > 0}
      >
        {items.products.map((product, index) => (
          <ProductCard key={product.id} product={product} currency={currency} isEarly={index < EARLY_CARDS} />
        ))}
      </Section>
      <Section isPaired={isPaired} title={shop.bundles} isEmpty={items.bundles.length === 0} isSecond>
        {items.bundles.map((bundle) => (
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
