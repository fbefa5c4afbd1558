import type { Plugin } from 'vite';

const LATIN = /inter-latin-wght-normal-[^/]*\.woff2$/;

/**
 * Has wide windows fetch the typeface together with the code, in time for the first text; phones fetch it later
 * (`src/typeface.ts`).
 */
export function preloadTypeface(): Plugin {
  return {
    name: 'preload-typeface',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const file = Object.keys(bundle).find((name) => LATIN.test(name));
        if (file === undefined) throw new Error('the build has no typeface');
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${file}`,
          crossorigin: '',
          media: '(min-width: 48rem)',
        };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
