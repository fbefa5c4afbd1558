import type { SignedIn } from '@latchkey/sdk';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useSession } from '../identity/use-session.ts';

/** The customer whose page this is; undefined outside of pages for one. */
export const CustomerOfPage = createContext<Pick<SignedIn, 'id' | 'name' | 'email'> | undefined>(undefined);

export function useCustomer(): Pick<SignedIn, 'id' | 'name' | 'email'> {
  const customer = use(CustomerOfPage);
  if (customer === undefined) throw new Error('This part of a page needs a signed-in customer.');
  return customer;
}

/** The prefix of all query keys of a customer. */
export const ACCOUNT_KEY = 'account';

/** The key of a query for a customer. */
export function accountKey(customerId: string, parts: readonly string[]): readonly string[] {
  return [ACCOUNT_KEY, customerId, ...parts];
}

/** Reads data of the customer; not while their session has ended. */
export function useAccountQuery<Data>(
  parts: readonly string[],
  read: (signal: AbortSignal) => Promise<Data>,
  { isEnabled = true }: { readonly isEnabled?: boolean } = {},
): UseQueryResult<Data> {
  const { id } = useCustomer();
  const isSignedIn = useSession().signedIn?.id === id;
  return useQuery({
    queryKey: accountKey(id, parts),
    queryFn: ({ signal }) => read(signal),
    enabled: isSignedIn && isEnabled,
  });
}
