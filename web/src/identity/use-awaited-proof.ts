import { useQuery } from '@tanstack/react-query';
import { type AwaitedProof, fetchAwaitedProof } from '../api/identity.ts';
import { useSession } from './use-session.ts';

/**
 * What waits until whoever is signed in has confirmed their address; asked again when they come back to this page, as
 * from the link in the mail. Undefined when nothing waits, and while that is not known.
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
