import { createRoute } from '@tanstack/react-router';
import { frameRoute } from './frame-route.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';

/** An address that no page has. */
export const notFoundRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '$',
  component: NotFoundPage,
});

function NotFoundPage() {
  const { notFound } = useTexts();
  return <EmptyState title={notFound.title} text={notFound.text} />;
}
