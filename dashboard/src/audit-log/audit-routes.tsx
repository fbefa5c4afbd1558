import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';
import { auditFiltersIn } from './audit-queries.ts';

/** Who changed what and when. */
export const auditLogRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/audit-log',
  validateSearch: auditFiltersIn,
  component: lazyRouteComponent(() => import('./audit-log-page.tsx'), 'AuditLogPage'),
});
