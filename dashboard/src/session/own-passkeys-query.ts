import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';

/** The passkeys of the reader, oldest first. */
export const ownPasskeysQuery = queryOptions({
  queryKey: ['own-passkeys'],
  queryFn: ({ signal }) => answer(api.GET('/api/operator/passkeys', { signal })),
});
