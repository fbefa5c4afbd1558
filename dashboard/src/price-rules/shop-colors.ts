import { queryOptions } from '@tanstack/react-query';
import type { AccountSettings } from '../settings/settings-queries.ts';

/** The color of a shop that has chosen none, as in `ui/src/theme/theme.css`. */
const DEFAULT_ACCENT = '#1c6fbe';

type Brand = Pick<AccountSettings['brand'], 'accentColor' | 'colorScheme'>;
/** The color of a text and the tint behind it, for light and dark pages. */
export type ShopColors = Readonly<Record<`--shop-${'text' | 'tint'}-${'light' | 'dark'}`, string>>;

/** The colors of the shop, from the stylesheet that its pages have. */
export function shopColorsQuery({ accentColor = DEFAULT_ACCENT, colorScheme }: Brand) {
  const address = `/brand/${accentColor.slice(1).toLowerCase()}/style.css`;
  return queryOptions({
    queryKey: ['shop-colors', address, colorScheme],
    queryFn: async ({ signal }) => {
      const answer = await fetch(address, { signal });
      if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
      return shopColorsIn(await answer.text(), colorScheme);
    },
    // The same address always has the same content.
    staleTime: Infinity,
  });
}

/** The colors in such a stylesheet; a shop that is always light or dark has the same for both. */
export function shopColorsIn(css: string, scheme: Brand['colorScheme']): ShopColors {
  const [light = '', dark = ''] = [...css.matchAll(/\{([^{}]*)\}/g)].map(([, block]) => block);
  const bright = scheme === 'dark' ? dark : light;
  const dim = scheme === 'light' ? light : dark;
  return {
    '--shop-text-light': colorIn(bright, '--lk-link'),
    '--shop-tint-light': colorIn(bright, '--lk-tint'),
    '--shop-text-dark': colorIn(dim, '--lk-link'),
    '--shop-tint-dark': colorIn(dim, '--lk-tint'),
  };
}

function colorIn(block: string, name: string): string {
  const line = block.split(';').find((each) => each.startsWith(`${name}:`));
  return line?.slice(name.length + 1) ?? '';
}
