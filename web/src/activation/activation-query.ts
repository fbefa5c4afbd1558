import { queryOptions } from '@tanstack/react-query';
import { type Activation, fetchActivation } from '../api/activation.ts';

/** Every view of one activation, whoever looks. */
export function activationKey(id: string): readonly string[] {
  return ['activation', id];
}

/** The activation as whoever is signed in sees it; shared by the route's loader and the page. */
export function activationQuery(id: string, customerId: string | undefined) {
  return queryOptions<Activation>({
    queryKey: [...activationKey(id), customerId ?? 'nobody'],
    queryFn: ({ signal }) => fetchActivation(id, signal),
  });
}
