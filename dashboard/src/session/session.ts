import type { components } from '@latchkey/sdk';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';

/** Who is signed in, what they may do, and for which account. */
export type Session = components['schemas']['OperatorSession'];

/** The session of this browser; a failure with status 401 means that there is none. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }): Promise<Session> => answer(api.GET('/api/operator/session', { signal })),
  staleTime: 60_000,
});

/** The session of whoever sees the page. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Whether the role of a session includes a scope of the Core API. */
export function mayDo({ scopes }: Pick<Session, 'scopes'>, scope: string): boolean {
  return scopes.includes('*') || scopes.includes(scope);
}
