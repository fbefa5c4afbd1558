import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';

/** Whether the reader uses one-time codes, and how many recovery codes are left. */
export const ownCodesQuery = queryOptions({
  queryKey: ['own-codes'],
  queryFn: ({ signal }) => answer(api.GET('/api/operator/codes', { signal })),
});
