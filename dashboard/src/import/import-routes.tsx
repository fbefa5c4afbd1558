import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';

/** What another system has, from a file. */
export const importRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
});
