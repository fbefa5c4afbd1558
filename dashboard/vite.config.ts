import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '@latchkey/ui/compress-assets.ts';

const apiOrigin = process.env['LATCHKEY_API'] ?? 'http://127.0.0.1:4242';

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), compressAssets()],
  build: {
    // The Content-Security-Policy allows images from data: URLs but nothing else inline.
    assetsInlineLimit: (file) => file.endsWith('.svg'),
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        // What every page needs is one file: many small ones compress badly, and each is a request.
        codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] },
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
