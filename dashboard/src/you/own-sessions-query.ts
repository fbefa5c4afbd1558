import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { pagesOf } from '../list/pages.ts';

/** Where the reader is signed in, newest first, page by page. */
export const ownSessionsQuery = infiniteQueryOptions({
  queryKey: ['own-sessions'],
  ...pagesOf((page, signal) =>
    answer(api.GET('/api/operator/sessions', { params: { query: page }, signal })),
  ),
});
