import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '@latchkey/ui/compress-assets.ts';
import { preloadTypeface } from './preload-typeface.ts';
import { listPages } from './list-pages.ts';

const apiOrigin = process.env['LATCHKEY_API'] ?? 'http://127.0.0.1:4242';

export default defineConfig({
  plugins: [react(), preloadTypeface(), listPages(), compressAssets()],
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
        // Many small files compress badly, and each is a request: what every page needs is one file, and so are the
        // parts that many pages share, by what a page has: fields, a form, the frame of the shop.
        codeSplitting: {
          groups: [
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
              test: /web.src.*(?:poll-delay|order-progress|license-name|use-embedding)/,
            },
            {
              name: 'common',
              priority: 2,
              minShareCount: 12,
              test: /^(?!.*web.src.site.)(?!.*-(?:en|de)\.ts)/,
            },
            { name: 'site', priority: 1, minShareCount: 8, test: /web.src.site./ },
          ],
        },
        // Other sites name `embed.js`, so its name never changes.
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/[name]-[hash:7].js'),
        // The first file names all others, and hashes compress badly: short ones.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Every name of a style is in the first file, too: without a name, it is 100 bytes smaller.
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:6][extname]',
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
