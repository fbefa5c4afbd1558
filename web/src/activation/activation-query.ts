import { queryOptions } from '@tanstack/react-query';
import { type Activation, fetchActivation } from '../api/activation.ts';

/** Query key of all views of one activation, regardless of the viewer. */
export function activationKey(id: string): readonly string[] {
  return ['activation', id];
}

/**
 * The activation in the view of the signed-in customer, or an anonymous visitor; shared by the route's loader and the
 * page.
 */
export function activationQuery(id: string, customerId: string | undefined) {
  return queryOptions<Activation>({
    queryKey: [...activationKey(id), customerId ?? 'nobody'],
    queryFn: ({ signal }) => fetchActivation(id, signal),
  });
}
