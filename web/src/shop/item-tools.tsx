import { Text } from '@mantine/core';
import { PlainSelect } from '@latchkey/ui/fields/plain-select.tsx';
import { useLayoutEffect, useRef } from 'react';
import { ITEM_ORDERS, type ItemSearch } from './shop-items.ts';
import classes from './shop-page.module.css';
import { useShopTexts } from './shop-texts.ts';

interface ItemToolsProps {
  readonly search: ItemSearch;
  readonly onSearch: (search: ItemSearch) => void;
  readonly categories: readonly string[];
  /** How many items match, in words; empty where all are on the page. */
  readonly result: string;
}

/** Searches, filters and sorts a shop with many items. */
export function ItemTools({ search, onSearch, categories, result }: ItemToolsProps) {
  const { shop } = useShopTexts();
  const { text, category, order } = search;
  const place = useSight(result !== '');
  return (
    <search ref={place} className={classes.tools}>
      <input
        type="search"
        aria-label={shop.search}
        placeholder={shop.search}
        className={classes.search}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          onSearch({ ...search, text: value });
        }}
      />
      <PlainSelect
        label={shop.order}
        value={order}
        options={ITEM_ORDERS}
        names={shop.orders}
        onChoose={(value) => {
          const choice = ITEM_ORDERS.find((each) => each === value);
          if (choice !== undefined) onSearch({ ...search, order: choice });
        }}
      />
      {categories.length < 2 ? null : (
        <fieldset aria-label={shop.categories} className={classes.categories}>
          {[undefined, ...categories].map((each) => (
            <button
              key={each ?? ''}
              type="button"
              className={classes.category}
              aria-pressed={each === category}
              onClick={() => {
                onSearch({ ...search, category: each });
              }}
            >
              {each ?? shop.allCategories}
            </button>
          ))}
        </fieldset>
      )}
      <Text component="output" size="sm" c="dimmed">
        {result}
      </Text>
    </search>
  );
}

/** Keeps an element in sight when a search hides what is above it, or shows it again. */
function useSight(isSelective: boolean) {
  const element = useRef<HTMLElement>(null);
  const before = useRef(isSelective);
  useLayoutEffect(() => {
    if (before.current === isSelective) return;
    before.current = isSelective;
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelective]);
  return element;
}
