import { Button, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import type { Storefront } from '../api/storefront.ts';
import { useShopTexts } from './shop-texts.ts';
import { BundleCard, ProductCard } from './item-card.tsx';
import { isDearerThanRest } from './prices.ts';
import { matchesSearch } from './search.ts';
import classes from './shop-page.module.css';

/** With fewer items, scanning is faster than typing. */
const SEARCHABLE_ITEMS = 9;

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
  const [text, setText] = useState('');
  const search = useDeferredValue(text);
  const matches = {
    products: products.filter((item) => matchesSearch(item, search)),
    bundles: bundles.filter((item) => matchesSearch(item, search)),
  };
  const count = matches.products.length + matches.bundles.length;
  // Four items are two rows of two, not three and one.
  const isPaired = products.length === 2 || products.length === 4;
  return (
    <>
      {products.length + bundles.length < SEARCHABLE_ITEMS ? null : (
        <search className={classes.tools}>
          <input
            type="search"
            aria-label={shop.search}
            placeholder={shop.search}
            className={classes.search}
            autoComplete="off"
            value={text}
            onChange={({ currentTarget: { value } }) => {
              setText(value);
            }}
          />
          <Text component="output" size="sm" c="dimmed">
            {search === '' ? '' : shop.results(count)}
          </Text>
        </search>
      )}
      {count === 0 ? (
        <NoResults
          search={search}
          onClear={() => {
            setText('');
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
