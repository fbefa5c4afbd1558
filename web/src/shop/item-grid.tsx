import { Button, Text, VisuallyHidden } from '@mantine/core';
import { type ReactNode, use, useEffect, useId, useRef } from 'react';
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
import { countShown, type MoreCards } from './shop-view.ts';
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
  readonly more: MoreCards;
  readonly onMore: (more: MoreCards) => void;
}

/** Bundles and products as cards, with a search where there are many. */
export function ItemGrid(props: ItemGridProps) {
  const { storefront, currency, search, onSearch, view, featuredId, more, onMore } = props;
  const { shop } = useShopTexts();
  const { locale } = use(LanguageOfPage);
  const { products } = storefront;
  const bundles = storefront.bundles.filter((bundle) => !isDearerThanRest(bundle, currency));
  const items = itemsOf({ products, bundles }, view, { featuredId, currency, locale });
  const count = countOf(items);
  // Few bundles stand above many products: below them, nobody would find them.
  const isBundleFirst =
    !isSelective(view) &&
    items.bundles.length <= EARLY_CARDS &&
    countShown(items.products.length, 0) < items.products.length;
  // Four items are two rows of two, not three and one.
  const isPaired = [2, 4].includes(isSelective(view) ? products.length : items.products.length);
  const bundleSection = (
    <Section
      isPaired={isPaired}
      title={shop.bundles}
      isSecond
      requests={more.bundles}
      onMore={() => {
        onMore({ ...more, bundles: more.bundles + 1 });
      }}
      items={items.bundles}
      renderCard={(bundle) => <BundleCard key={bundle.id} bundle={bundle} currency={currency} />}
    />
  );
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
      {count === 0 && isSelective(view) ? (
        <NoResults
          search={view.text}
          onClear={() => {
            onSearch({ ...WHOLE_SHOP, order: search.order });
          }}
        />
      ) : null}
      {isBundleFirst ? bundleSection : null}
      <Section
        isPaired={isPaired}
        title={shop.products}
        isSecond={bundles.length > 0}
        requests={more.products}
        onMore={() => {
          onMore({ ...more, products: more.products + 1 });
        }}
        items={items.products}
        renderCard={(product, index) => (
          <ProductCard key={product.id} product={product} currency={currency} isEarly={index < EARLY_CARDS} />
        )}
      />
      {isBundleFirst ? null : bundleSection}
    </>
  );
}

interface SectionProps<Item> {
  readonly title: string;
  /** One of several: its heading is visible. */
  readonly isSecond: boolean;
  /** At most two in a row. */
  readonly isPaired: boolean;
  /** How often the visitor has asked for more of its cards. */
  readonly requests: number;
  readonly onMore: () => void;
  readonly items: readonly Item[];
  readonly renderCard: (item: Item, index: number) => ReactNode;
}

function Section<Item>(props: SectionProps<Item>) {
  const { title, isSecond, isPaired, requests, onMore, items, renderCard } = props;
  const heading = useId();
  const cards = items.slice(0, countShown(items.length, requests));
  const { list, focusNext } = useFirstNewCard(cards.length);
  if (items.length === 0) return null;
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
      <ul ref={list} className={classes.grid} data-paired={isPaired || undefined}>
        {cards.map(renderCard)}
      </ul>
      {countShown(items.length, 0) === items.length ? null : (
        <ShowMore
          visible={cards.length}
          total={items.length}
          onMore={() => {
            focusNext();
            onMore();
          }}
        />
      )}
    </section>
  );
}

interface ShowMoreProps {
  readonly visible: number;
  readonly total: number;
  readonly onMore: () => void;
}

/** How many cards of a section there are, and the button for more of them. */
function ShowMore({ visible, total, onMore }: ShowMoreProps) {
  const { shop } = useShopTexts();
  return (
    <div className={classes.more}>
      <Text component="output" size="sm" c="dimmed">
        {shop.visible(visible, total)}
      </Text>
      {visible === total ? null : (
        <Button variant="default" onClick={onMore}>
          {shop.showMore(total - visible)}
        </Button>
      )}
    </div>
  );
}

/** Whoever asks for more cards goes on at the first of them. */
function useFirstNewCard(visible: number) {
  const list = useRef<HTMLUListElement>(null);
  const next = useRef<number>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    list.current?.children.item(next.current)?.querySelector('a')?.focus();
    next.current = undefined;
  });
  return {
    list,
    focusNext: () => {
      next.current = visible;
    },
  };
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
