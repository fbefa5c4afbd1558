import '@latchkey/ui/theme/styles.css';
import './inter.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createQueryClient } from '@latchkey/ui/failures/query-client.ts';
import { forgetCartOnSignOut } from './cart/sign-out.ts';
import { replaceFirstContent } from '@latchkey/ui/first-content.ts';
import { isFramed, isLookPreview } from './embedding/embedder.ts';
import { linkOfPage } from './mail-pages/mail-routes.tsx';
import { createAppRouter } from './router.tsx';
import { sharedTexts } from '@latchkey/ui/texts/language-page.tsx';
import { ACCOUNT_LANGUAGE, localeIn, siteLanguage } from '@latchkey/ui/texts/site-language.ts';
import { chooseTypeface } from './typeface.ts';
import { InVisitorLanguage } from './visitor-language.tsx';
import { ThemeProvider } from '@latchkey/ui/theme/theme-provider.tsx';

// On every page: people also sign out where a device is approved, or on the page of a mail link.
forgetCartOnSignOut();
chooseTypeface();
const queryClient = createQueryClient();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

replaceFirstContent(root);
if (isLookPreview) void import('./page/look.ts').then(({ followLook }) => followLook(queryClient));

// The choice of the embedding site, or else the vendor's; without one, the visitor's browser decides.
const theirs = isFramed() ? new URLSearchParams(location.search).get('theme') : null;
const brandScheme = theirs ?? document.documentElement.dataset['brandScheme'];
const colorScheme = brandScheme === 'light' || brandScheme === 'dark' ? brandScheme : undefined;

/** For a reader whose language could not be loaded. */
const UNREACHABLE = 'Please reload this page. – Bitte laden Sie diese Seite neu.';

void begin(root);

/**
 * Shows the page. Each step is a task of its own, and the page is rendered in a transition: between them the browser
 * does its own work, so that taps and scrolling are never blocked for long.
 */
async function begin(place: HTMLElement): Promise<void> {
  const { language } = siteLanguage({ address: localeIn(location.search), account: ACCOUNT_LANGUAGE });
  const texts = sharedTexts.load(language);
  await pause();
  // It is there already, and its start takes as long as all the rest: a task of its own.
  const { createRoot } = await import('react-dom/client');
  await pause();
  const router = createAppRouter(queryClient, linkOfPage());
  await pause();
  await router.load();
  await pause();
  const app = createRoot(place);
  texts.catch(() => {
    app.unmount();
    place.textContent = UNREACHABLE;
  });
  await pause();
  startTransition(() => {
    app.render(
      <StrictMode>
        <ThemeProvider colorScheme={colorScheme}>
          <QueryClientProvider client={queryClient}>
            <InVisitorLanguage router={router}>
              <RouterProvider router={router} />
            </InVisitorLanguage>
          </QueryClientProvider>
        </ThemeProvider>
      </StrictMode>,
    );
  });
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
