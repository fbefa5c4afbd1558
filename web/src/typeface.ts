import { browserStorage } from '@latchkey/ui/browser-storage.ts';
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';

const STORAGE_KEY = 'latchkey.typeface';

/**
 * The typeface on a phone: a first page without it, which the browser fetches when it has nothing else to do, and the
 * pages after with it. Wide windows have it immediately (`inter.css`).
 */
export function chooseTypeface(): void {
  if (browserStorage.read(STORAGE_KEY) === latin) {
    document.documentElement.dataset['typeface'] = '';
    return;
  }
  window.addEventListener('load', () => {
    // Safari does not know the moment, so it waits a little.
    const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 3_000));
    whenIdle(() => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'prefetch', as: 'font', href: latin, crossOrigin: 'anonymous' });
      link.addEventListener('load', () => {
        browserStorage.write(STORAGE_KEY, latin);
      });
      document.head.append(link);
    });
  });
}
