import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '@latchkey/ui/compress-assets.ts';
import { stylesFirst } from '@latchkey/ui/styles-first.ts';
import { listPages } from './list-pages.ts';

const apiOrigin = process.env['LATCHKEY_API'] ?? 'http://127.0.0.1:4242';

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), stylesFirst(), listPages(), compressAssets()],
  build: {
    // The Content-Security-Policy allows images from data: URLs but nothing else inline.
    assetsInlineLimit: (file) => file.endsWith('.svg'),
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        // Many small files compress badly, and each is a request: what every page needs is one file, and so are the
        // parts that many pages share.
        codeSplitting: {
          groups: [
            // Its start is a task of its own (`src/main.tsx`), so it is a file of its own.
            { name: 'renderer', priority: 4, test: /node_modules.(?:react-dom|scheduler)/ },
            { name: 'base', priority: 3, tags: ['$initial'] },
            {
              name: 'frame',
              priority: 1,
              test: /dashboard.src.(?:frame.(?:frame|menu|icons|areas|confirmation)\.|import.import-scopes)/,
            },
            { name: 'common', priority: 2, minShareCount: 8, test: /^(?!.*-(?:en|de)\.ts)/ },
          ],
        },
      },
    },
    // Every supported browser knows it.
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    port: 5174,
    proxy: { '/api': { target: apiOrigin, changeOrigin: false } },
  },
});
