import '@latchkey/ui/theme/styles.css';
import './dashboard.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createQueryClient } from '@latchkey/ui/failures/query-client.ts';
import { replaceFirstContent } from '@latchkey/ui/first-content.ts';
import { sharedTexts } from '@latchkey/ui/texts/language-page.tsx';
import { siteLanguage } from '@latchkey/ui/texts/site-language.ts';
import { isSignedOut } from './api/client.ts';
import { Look } from './frame/look.tsx';
import { createDashboardRouter, type DashboardRouter } from './router.tsx';
import { sessionQuery } from './session/session.ts';
import { dashboardTexts } from './texts/dashboard-texts.ts';

const queryClient = createQueryClient();

const SIGN_IN = '/sign-in';
const MOST_TRIES = 3;
let isLeaving = false;

/** Leads to the sign-in, and back to this page afterwards. */
async function leave(router: DashboardRouter): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  // A click at the same moment may lead elsewhere, which is the page to come back to.
  for (let tries = 0; tries < MOST_TRIES && !router.state.location.pathname.endsWith(SIGN_IN); tries += 1) {
    const { pathname, searchStr } = router.state.location;
    await router.navigate({ to: SIGN_IN, search: { next: pathname + searchStr } });
  }
  queryClient.clear();
  isLeaving = false;
}

function isSessionKey(key: unknown): boolean {
  return Array.isArray(key) && key[0] === sessionQuery.queryKey[0];
}

/** For a reader whose language could not be loaded. */
const UNREACHABLE =
  'This page could not be loaded. Please reload it. – Diese Seite konnte nicht geladen werden. Bitte laden Sie sie neu.';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
replaceFirstContent(root);
void begin(root);

/**
 * Shows the page. Each step is a task of its own, and the page is rendered in a transition: between them the browser
 * does its own work, so that taps and scrolling are never blocked for long.
 */
async function begin(place: HTMLElement): Promise<void> {
  const { language } = siteLanguage({ address: undefined, account: undefined });
  const texts = Promise.all([sharedTexts.load(language), dashboardTexts.load(language)]);
  await pause();
  // It is there already, and its start takes as long as all the rest: a task of its own.
  const { createRoot } = await import('react-dom/client');
  await pause();
  const router = createDashboardRouter(queryClient);
  // Any request may learn that the session has ended. Where there has been none, the route itself leads to the sign-in.
  queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && !isSessionKey(query.queryKey) && isSignedOut(query.state.error))
      void leave(router);
  });
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
        <QueryClientProvider client={queryClient}>
          <Look>
            <RouterProvider router={router} />
          </Look>
        </QueryClientProvider>
      </StrictMode>,
    );
  });
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
