import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '../api/profile.ts';
import { accountKey, useCustomer } from './customer.ts';
import { PROFILE } from './queries.ts';

/** Stores the server's response to a change of the profile, so that every part of the page shows it. */
export function useProfileUpdate(): (profile: Profile) => void {
  const { id } = useCustomer();
  const queryClient = useQueryClient();
  return (profile) => {
    queryClient.setQueryData(accountKey(id, PROFILE), profile);
  };
}
