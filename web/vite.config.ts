import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';

const apiOrigin = process.env['LATCHKEY_API'] ?? 'http://127.0.0.1:4242';

export default defineConfig({
  plugins: [react(), compressAssets()],
  build: {
    // The Content-Security-Policy allows images from data: URLs but nothing else inline.
    assetsInlineLimit: (file) => file.endsWith('.svg'),
    reportCompressedSize: true,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: apiOrigin, changeOrigin: false } },
  },
});
