import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type OutputChunk = Rolldown.OutputChunk;

const LANGUAGES = ['en', 'de'] as const;
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

interface PageFiles {
  readonly files: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/**
 * Writes `pages.json`: the files that each of these pages loads after the first one, so that the server can name them
 * in its HTML and no browser waits for one file to learn of the next.
 */
export function listPages(): Plugin {
  return {
    name: 'list-pages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const start = chunks.find(({ isEntry, name }) => isEntry && name === 'index');
      const atStart = new Set(start === undefined ? [] : filesOf(start, chunks));
      const chunkOf = (module: string): OutputChunk => {
        const file = path.join(import.meta.dirname, module);
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(file));
        if (chunk === undefined) throw new Error(`no chunk has ${module}`);
        return chunk;
      };
      const later = (modules: readonly string[]) =>
        [...new Set(modules.flatMap((module) => filesOf(chunkOf(module), chunks)))].filter(
          (file) => !atStart.has(file),
        );
      const pages = Object.entries(PAGES).map(([name, { modules, texts }]): [string, PageFiles] => {
        const files = later(modules);
        const ofLanguage = LANGUAGES.map((language): [string, string[]] => [
          language,
          later(texts.map((text) => `${text}-${language}.ts`)).filter((file) => !files.includes(file)),
        ]);
        return [name, { files, texts: Object.fromEntries(ofLanguage) }];
      });
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(Object.fromEntries(pages)),
      });
    },
  };
}

/** A chunk and everything that it imports at once, scripts and styles. */
function filesOf(chunk: OutputChunk, chunks: readonly OutputChunk[]): string[] {
  const all = new Set<OutputChunk>([chunk]);
  for (const each of all)
    for (const name of each.imports) {
      const next = chunks.find(({ fileName }) => fileName === name);
      if (next !== undefined) all.add(next);
    }
  return [...all].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
}
