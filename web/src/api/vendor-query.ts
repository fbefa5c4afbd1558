import { queryOptions } from '@tanstack/react-query';
import { fetchVendor } from './vendor.ts';

/** Whose page it is; does not change while it is open. */
export const vendorQuery = queryOptions({
  queryKey: ['vendor'],
  queryFn: ({ signal }) => fetchVendor(signal),
  staleTime: Number.POSITIVE_INFINITY,
});
