import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settingsFrameRoute } from '../settings/settings-frame-route.tsx';
import { settingsQuery } from '../settings/settings-queries.ts';
import { standardRatesQuery } from './tax-queries.ts';

/** Who pays taxes, where, and how much. */
export const taxesRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: '/settings/taxes',
  loader: ({ context: { queryClient } }) => {
    // The page shows how they end, a failure too.
    queryClient.query(settingsQuery).catch(() => undefined);
    queryClient.query(standardRatesQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./taxes-page.tsx'), 'TaxesPage'),
});
