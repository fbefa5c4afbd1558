import type { ShopProduct } from '../api/storefront.ts';

/** Whether an item has all words of a search in its name or its texts, ignoring case and accents. */
export function matchesSearch(
  { name, tagline, description = '' }: Pick<ShopProduct, 'name' | 'tagline' | 'description'>,
  search: string,
): boolean {
  const text = plain(`${name} ${tagline} ${description}`);
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim();
}
