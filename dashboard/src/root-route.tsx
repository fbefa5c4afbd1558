import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';

/** The context of the routes' loaders. */
interface RouterContext {
  readonly queryClient: QueryClient;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: ({ error, reset }) => (
    <FailureState
      failure={error instanceof Error ? error : new Error('Something other than an error was thrown.')}
      onRetry={reset}
    />
  ),
});
