import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { leanComponents } from './lean-components.ts';

const apiOrigin = process.env['LATCHKEY_API'] ?? 'http://127.0.0.1:4242';

/** Palettes, variants and scales of Mantine that no page uses: a third of all styles. */
const UNUSED_PROPERTY =
  /^--mantine-(?:color-(?:pink|grape|violet|indigo|cyan|teal|lime|orange)-|color-(?:red|blue|green|yellow)-(?:3|5|text)$|color-dark-(?:text|filled-hover|light)|primary-color-\d|shadow-|z-index-|breakpoint-)|-outline(?:-hover)?$/;

export default defineConfig({
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'drop-unused-properties',
          Declaration: (declaration) => {
            if (UNUSED_PROPERTY.test(declaration.prop)) declaration.remove();
          },
        },
      ],
    },
  },
  plugins: [react(), leanComponents(), compressAssets()],
  build: {
    // The Content-Security-Policy allows images from data: URLs but nothing else inline.
    assetsInlineLimit: (file) => file.endsWith('.svg'),
    reportCompressedSize: true,
    rolldownOptions: {
      input: {
        index: path.join(import.meta.dirname, 'index.html'),
        embed: path.join(import.meta.dirname, 'src/embed/embed.ts'),
      },
      output: {
        // Many small files compress badly and each is a request: code that every page needs is in one, code that most
        // need in another.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              priority: 1,
              tags: ['$initial'],
              test: /node_modules|sdk.src|(?:web|ui).src.(?!embed.)/,
            },
            // The texts of the frame, of which each reader loads one language.
            { name: 'frame-en', priority: 2, test: /(?:shared|site)-en/ },
            { name: 'frame-de', priority: 2, test: /(?:shared|site|problems)-de/ },
            // Code that most pages need in addition to the first file, then code of the site's and the account's pages.
            {
              name: 'shared',
              priority: 1,
              minShareCount: 3,
              test: /core.esm.components.(?:Skeleton|VisuallyHidden)|ui.src.(?:error-line|texts.(?:dates|money)|lazy-part|note|notice)|web.src.(?:embedding.use-frame|identity.use-session)/,
            },
            {
              name: 'lists',
              priority: 1,
              minShareCount: 2,
              test: /sdk.src.paging|web.src.api.(?:seats|every-page|inventory)/,
            },
            { name: 'site', priority: 1, minShareCount: 2, test: /web.src.site.site-/ },
            {
              name: 'account',
              minShareCount: 2,
              test: /web.src.account.(?:customer|queries|loading|account-page|sign-in-part|proof)/,
            },
          ],
        },
        // Other sites name `embed.js`, so its name never changes.
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/[name]-[hash].js'),
      },
    },
    // Every supported browser knows it.
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: apiOrigin, changeOrigin: false } },
  },
});
