import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settingsFrameRoute } from '../settings/settings-frame-route.tsx';
import { LANGUAGES, mailTextQuery, mailTextsQuery } from './mail-text-queries.ts';

const listRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: '/settings/mails',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.query(mailTextsQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./mail-texts-page.tsx'), 'MailTextsPage'),
});

const textRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: '/settings/mails/$mail/$language',
  params: {
    parse: ({ mail, language }) => ({
      mail,
      language: LANGUAGES.find((each) => each === language) ?? LANGUAGES[0],
    }),
  },
  loader: ({ context, params }) => {
    context.queryClient.query(mailTextQuery(params)).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./mail-text-page.tsx'), 'MailTextPage'),
});

/** The words of mails to customers. */
export const mailTextRoutes = [listRoute, textRoute] as const;
