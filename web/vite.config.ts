import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '@latchkey/ui/compress-assets.ts';
import { preloadTypeface } from './preload-typeface.ts';
import { listPages } from './list-pages.ts';
import { stylesFirst } from '@latchkey/ui/styles-first.ts';

const apiOrigin = process.env['LATCHKEY_API'] ?? 'http://127.0.0.1:4242';

const RENDERER = 'renderer';

export default defineConfig({
  plugins: [react(), preloadTypeface(), stylesFirst(), listPages(), compressAssets()],
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
        // 200 bytes less on each page.
        minify: {
          compress: { maxIterations: 10, treeshake: { propertyReadSideEffects: false } },
          mangle: { toplevel: true },
        },
        // Many small files compress badly, and each is a request: what every page needs is one file, and so are the
        // parts that many pages share, by what a page has: fields, a form, the frame of the shop.
        codeSplitting: {
          groups: [
            // Its start is a task of its own (`src/main.tsx`), so it is a file of its own.
            { name: RENDERER, priority: 5, test: /node_modules.(?:react-dom|scheduler)/ },
            { name: 'base', priority: 4, tags: ['$initial'], test: /^(?!.*web.src.embed.)/ },
            {
              name: 'form',
              priority: 3,
              test: /mantine.form|ui.src.fields.(?:page-form|form-messages)|address-values/,
            },
            {
              name: 'fields',
              priority: 3,
              minShareCount: 8,
              test: /mantine.core.*[\\/](?:Input|InputBase|TextInput|CloseButton)[\\/]|ui.src.fields.fields\.css/,
            },
            {
              name: 'order',
              priority: 3,
              test: /poll-delay|order-progress|license-name|use-embedding|address.country/,
            },
            { name: 'icons', priority: 3, test: /web.src.page.icons|ui.src.note\./ },
            {
              name: 'common',
              priority: 2,
              minShareCount: 12,
              test: /^(?!.*web.src.site.)(?!.*-(?:en|de)\.ts)/,
            },
            { name: 'site', priority: 1, minShareCount: 8, test: /web.src.site./ },
            { name: 'seats', priority: 0, test: /web.src.api.(?:seats|every-page)|sdk.src.paging/ },
            {
              name: 'sums',
              priority: 0,
              test: /web.src.(?:order-sums.(?:coupon-field|coupon-texts|sums)\.|checkout.(?:order-summary|summary-))/,
            },
            {
              name: 'account',
              priority: 0,
              test: /web.src.account.(?:account\.module|loading\.|customer\.|sign-in-part)/,
            },
            {
              name: 'identity',
              priority: 0,
              test: /web.src.(?:api.identity\.|identity.identity-(?:fields|notice))/,
            },
          ],
        },
        // Other sites name `embed.js`, so its name never changes.
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/[name]-[hash:7].js'),
        // The first file names all others, and names compress badly: texts alone have one, and hashes are short.
        chunkFileNames: ({ name }) =>
          name === RENDERER || /-(?:en|de)$/.test(name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:6][extname]',
      },
    },
    // Every supported browser knows it.
    modulePreload: {
      polyfill: false,
      // The HTML of every page loads the renderer.
      resolveDependencies: (_file, needs, { hostType }) =>
        hostType === 'html' ? needs : needs.filter((file) => !file.includes(RENDERER)),
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: apiOrigin, changeOrigin: false } },
  },
});
