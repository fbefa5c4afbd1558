import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settingsFrameRoute } from '../settings/settings-frame-route.tsx';
import { paymentConnectionQuery } from './payment-queries.ts';

/** The connection with the payment provider. */
export const paymentsRoute = createRoute({
  getParentRoute: () => settingsFrameRoute,
  path: '/settings/payments',
  loader: ({ context }) => {
    // The page shows how it ends, a failure too.
    context.queryClient.query(paymentConnectionQuery).catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('./payments-page.tsx'), 'PaymentsPage'),
});
