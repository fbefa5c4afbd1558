import path from 'node:path';
import type { Plugin } from 'vite';
import { pageFiles } from '@latchkey/ui/page-files.ts';

const SITE_TEXTS = ['../ui/src/texts/shared', 'src/page/site'];
const SHOP_TEXTS = [...SITE_TEXTS, 'src/shop/shop'];

/** The pages that begin most visits: their modules, and the texts that each needs before it shows anything. */
const PAGES = {
  shop: { modules: ['src/site/site-layout.tsx', 'src/shop/shop-page.tsx'], texts: SHOP_TEXTS },
  item: { modules: ['src/site/site-layout.tsx', 'src/shop/item-page.tsx'], texts: SHOP_TEXTS },
  cart: {
    modules: ['src/site/site-layout.tsx', 'src/cart-page/cart-page.tsx'],
    texts: [...SHOP_TEXTS, 'src/order-sums/sums'],
  },
  checkout: {
    modules: ['src/checkout/checkout-entry.tsx', 'src/checkout/checkout-stages.tsx'],
    texts: [...SITE_TEXTS, 'src/checkout/checkout', 'src/order-sums/sums'],
  },
  completed: {
    modules: ['src/checkout/checkout-entry.tsx', 'src/checkout/completed-page.tsx'],
    texts: [...SITE_TEXTS, 'src/checkout/checkout', 'src/checkout/outcome', 'src/order-sums/sums'],
  },
};

/**
 * Writes `pages.json`: the files that each of these pages loads after the first one, so that the server can name them
 * in its HTML and no browser waits for one file to learn of the next.
 */
export function listPages(): Plugin {
  return {
    name: 'list-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const ids = (files: readonly string[]) => files.map((file) => path.join(import.meta.dirname, file));
      const pages = new Map(
        Object.entries(PAGES).map(([name, { modules, texts }]) => [
          name,
          { modules: ids(modules), texts: ids(texts) },
        ]),
      );
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(pageFiles(bundle, pages)),
      });
    },
  };
}
