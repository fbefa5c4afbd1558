import { useQuery } from '@tanstack/react-query';
import { browserSession } from '../api/browser-session.ts';
import { type AwaitedProof, fetchAwaitedProof } from '../api/identity.ts';
import { useSession } from './use-session.ts';

/**
 * What waits until whoever is signed in has confirmed their address; asked again when they come back to this page, as
 * from the link in the mail. Undefined when nothing waits, and while that is not known.
 */
export function useAwaitedProof(): AwaitedProof | undefined {
  const customerId = useSession().signedIn?.customer.id;
  const { data } = useQuery({
    queryKey: ['awaited-proof', customerId ?? 'nobody'],
    queryFn: ({ signal }) =>
      browserSession.authorised((accessToken) => fetchAwaitedProof(accessToken, signal)),
    enabled: customerId !== undefined,
  });
  return data ?? undefined;
}
