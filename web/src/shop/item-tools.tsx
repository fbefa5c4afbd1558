import { Text } from '@mantine/core';
import { ITEM_ORDERS, type ItemOrder } from './shop-items.ts';
import classes from './shop-page.module.css';
import { useShopTexts } from './shop-texts.ts';

interface ItemToolsProps {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly categories: readonly string[];
  /** Undefined: all of them. */
  readonly category: string | undefined;
  readonly onCategory: (category: string | undefined) => void;
  readonly order: ItemOrder;
  readonly onOrder: (order: ItemOrder) => void;
  /** How many items are left, in words. */
  readonly result: string;
}

/** Searches, filters and sorts a shop with many items. */
export function ItemTools({ text, onType, categories, category, onCategory, ...rest }: ItemToolsProps) {
  const { shop } = useShopTexts();
  const { order, onOrder, result } = rest;
  return (
    <search className={classes.tools}>
      <input
        type="search"
        aria-label={shop.search}
        placeholder={shop.search}
        className={classes.search}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          onType(value);
        }}
      />
      <select
        aria-label={shop.order}
        className={classes.order}
        value={order}
        onChange={({ currentTarget: { value } }) => {
          const choice = ITEM_ORDERS.find((each) => each === value);
          if (choice !== undefined) onOrder(choice);
        }}
      >
        {ITEM_ORDERS.map((each) => (
          <option key={each} value={each}>
            {shop.orders[each]}
          </option>
        ))}
      </select>
      {categories.length < 2 ? null : (
        <fieldset aria-label={shop.categories} className={classes.categories}>
          {[undefined, ...categories].map((each) => (
            <button
              key={each ?? ''}
              type="button"
              className={classes.category}
              aria-pressed={each === category}
              onClick={() => {
                onCategory(each);
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
