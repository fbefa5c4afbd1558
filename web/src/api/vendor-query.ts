import { queryOptions } from '@tanstack/react-query';
import type { components } from '@latchkey/sdk';
import { answer, visitorApi } from './client.ts';

/** The merchant of the page. */
export type Vendor = components['schemas']['Vendor'];

/** Does not change while the page is open. */
export const vendorQuery = queryOptions({
  queryKey: ['vendor'],
  queryFn: ({ signal }) => answer(visitorApi.GET('/api/public/vendors/current', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
