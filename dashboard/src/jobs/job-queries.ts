import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { pagesOf } from '../list/pages.ts';

/** Background work that failed too often. */
export type FailedJob = components['schemas']['FailedJob'];

/** Failed jobs, newest first, page by page. */
export const jobsQuery = infiniteQueryOptions({
  queryKey: ['jobs'],
  ...pagesOf((page, signal) => answer(api.GET('/api/jobs', { params: { query: page }, signal }))),
});
