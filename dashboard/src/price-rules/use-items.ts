import type { components } from '@latchkey/sdk';
import { useQuery } from '@tanstack/react-query';
import { itemKey } from './rule-values.ts';
import { bundleChoicesQuery, productChoicesQuery } from '../api/choices.ts';

type Target = components['schemas']['ItemTarget'];

/** Something that is sold: a product or a bundle, as the field of a form has it. */
interface Item {
  readonly key: string;
  readonly name: string;
  readonly variations: readonly { readonly id: string; readonly name: string }[];
}

/** What a rule can be about: products, then bundles, the newest ones of each. */
export function useItems(): readonly Item[] {
  const products = useQuery(productChoicesQuery).data ?? [];
  const bundles = useQuery(bundleChoicesQuery).data ?? [];
  return [
    ...products.map((each) => ({ ...each, key: itemKey({ ...each, type: 'Product' }) })),
    ...bundles.map((each) => ({ ...each, key: itemKey({ ...each, type: 'Bundle' }) })),
  ];
}

/** The name of an item, with the variations that it is limited to; its id where no name is at hand. */
export function itemName({ type, id, variationIds = [] }: Target, items: readonly Item[]): string {
  const item = items.find(({ key }) => key === itemKey({ type, id }));
  const name = item?.name ?? id;
  if (variationIds.length === 0) return name;
  const names = variationIds.map((each) => item?.variations.find((one) => one.id === each)?.name ?? each);
  return `${name} (${names.join(', ')})`;
}
