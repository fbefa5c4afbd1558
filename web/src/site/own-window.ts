import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';

/**
 * The page itself or, in a frame of another page, a link that opens it in a separate window: the embedding page could
 * trick its reader into clicking what it hides. The server forbids such a frame too, but links inside the app could
 * also lead here.
 */
export function inOwnWindow(component: RouteComponent): RouteComponent {
  return window.parent !== window
    ? lazyRouteComponent(() => import('./own-window-page.tsx'), 'OwnWindowPage')
    : component;
}
