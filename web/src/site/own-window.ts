import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import { isFramed } from '../checkout/embedder.ts';

/**
 * The page itself or, in a frame of another page, a link that opens it in a window of its own: the page around a frame
 * could get its reader to click what it hides. The server forbids such a frame too, but not that links inside the app
 * lead here.
 */
export function inOwnWindow(component: RouteComponent): RouteComponent {
  return isFramed() ? lazyRouteComponent(() => import('./own-window-page.tsx'), 'OwnWindowPage') : component;
}
