import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { frameRoute } from '../frame/frame-route.tsx';

/** The pages of the settings, with the way from each to the others. */
export const settingsFrameRoute = createRoute({
  getParentRoute: () => frameRoute,
  id: 'settings',
  component: lazyRouteComponent(() => import('./settings-frame.tsx'), 'SettingsFrame'),
});
