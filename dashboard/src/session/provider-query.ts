import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';

/** The vendor's own provider for signing in; without a name there is none. */
export const providerQuery = queryOptions({
  queryKey: ['provider'],
  queryFn: ({ signal }) => answer(api.GET('/api/operator/session/provider', { signal })),
  staleTime: Infinity,
});
