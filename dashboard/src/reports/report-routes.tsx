import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { reportFiltersIn } from './report-queries.ts';

/** Sales, refunds, taxes and versions. */
export const reportsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/reports',
  validateSearch: reportFiltersIn,
  component: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
});
