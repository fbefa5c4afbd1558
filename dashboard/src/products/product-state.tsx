import { Status } from '../parts/status.tsx';
import type { Product } from './product-queries.ts';
import { useProductTexts } from './product-texts.ts';

type Standing = 'archived' | 'inactive' | 'onSale' | 'withdrawn';

/** Whether somebody can buy a product, and if not, why. */
export function standingOf({
  isArchived,
  status,
  purchasable,
}: Pick<Product, 'isArchived' | 'status' | 'purchasable'>): Standing {
  if (isArchived) return 'archived';
  if (status === 'Inactive') return 'inactive';
  return purchasable ? 'onSale' : 'withdrawn';
}

const TONES = { archived: 'off', inactive: 'bad', onSale: 'good', withdrawn: 'waiting' } as const;

/** The same as a word. */
export function ProductStatus({ product }: { readonly product: Product }) {
  const { standings } = useProductTexts();
  const standing = standingOf(product);
  return <Status tone={TONES[standing]}>{standings[standing]}</Status>;
}
