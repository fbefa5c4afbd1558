import { Status } from '../parts/status.tsx';
import type { Bundle, Product } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

type Standing = 'archived' | 'inactive' | 'onSale' | 'withdrawn';

/** Whether somebody can buy an item, and if not, why. */
export function standingOf(item: Product | Bundle): Standing {
  if (item.isArchived) return 'archived';
  if ('status' in item && item.status === 'Inactive') return 'inactive';
  return item.purchasable ? 'onSale' : 'withdrawn';
}

const TONES = { archived: 'off', inactive: 'bad', onSale: 'good', withdrawn: 'waiting' } as const;

/** The same as a word. */
export function ItemStatus({ item }: { readonly item: Product | Bundle }) {
  const { standings } = useProductTexts();
  const standing = standingOf(item);
  return <Status tone={TONES[standing]}>{standings[standing]}</Status>;
}
