import type { QueryClient } from '@tanstack/react-query';
import { Outlet, createRootRouteWithContext } from '@tanstack/react-router';
import { FailurePage } from './page/failure-page.tsx';

/** The context of the routes' loaders. */
export interface RouterContext {
  readonly queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: ({ error, reset }) => <FailurePage failure={asError(error)} onRetry={reset} />,
});

function asError(thrown: unknown): Error {
  return thrown instanceof Error
    ? thrown
    : new Error('Something other than an error was thrown.', { cause: thrown });
}
