import { createRoute, redirect } from '@tanstack/react-router';
import { areasOf } from '../frame/areas.ts';
import { frameRoute } from '../frame/frame-route.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { sessionQuery } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';

/** The start of the dashboard: the first area of the role. */
export const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  beforeLoad: async ({ context }): Promise<void> => {
    const session = await context.queryClient.query({ ...sessionQuery, staleTime: 'static' });
    const [first] = areasOf(session);
    if (first !== undefined) redirect({ to: first.path, replace: true, throw: true });
  },
  component: NoPages,
});

function NoPages() {
  const { home } = useTexts();
  return <EmptyState title={home.none} text={home.noneText} />;
}
