import { useQuery } from '@tanstack/react-query';
import { type AwaitedProof, fetchAwaitedProof } from '../api/identity.ts';
import { useSession } from './use-session.ts';

/**
 * The products that wait until the signed-in customer has confirmed their address; fetched again when they return to
 * this page, as from the link in the mail. Undefined when there are none, and while that is not known.
 */
export function useAwaitedProof(): AwaitedProof | undefined {
  const customerId = useSession().signedIn?.id;
  const { data } = useQuery({
    queryKey: ['awaited-proof', customerId ?? 'nobody'],
    queryFn: ({ signal }) => fetchAwaitedProof(signal),
    enabled: customerId !== undefined,
  });
  return data ?? undefined;
}
