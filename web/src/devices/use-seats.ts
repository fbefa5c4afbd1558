import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { browserSession } from '../api/browser-session.ts';
import { type Seat, fetchSeats } from '../api/seats.ts';

/** The devices on which the signed-in customer has activated the product. */
export function useSeats(productId: string): UseQueryResult<readonly Seat[]> {
  return useQuery({
    queryKey: ['seats', productId, browserSession.state().signedIn?.id ?? 'nobody'],
    queryFn: ({ signal }) => fetchSeats(productId, signal),
  });
}
