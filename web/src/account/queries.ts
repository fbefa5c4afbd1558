import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import {
  fetchLicenses,
  fetchProductVersion,
  fetchUpgrades,
  type License,
  type ProductVersion,
  type Upgrade,
} from '../api/inventory.ts';
import { fetchProfile, type Profile } from '../api/profile.ts';
import { fetchSeats, type Seat } from '../api/seats.ts';
import { useAccountQuery, accountKey, useCustomer } from './customer.ts';

/** The devices on which the customer has a product activated. */
export function useDevices(
  productId: string,
  options: { readonly isEnabled?: boolean } = {},
): UseQueryResult<readonly Seat[]> {
  return useAccountQuery(['devices', productId], (signal) => fetchSeats(productId, signal), options);
}

export function useProductVersion(productId: string): UseQueryResult<ProductVersion> {
  return useAccountQuery(['product', productId], (signal) => fetchProductVersion(productId, signal));
}

export function useLicenses(productId: string): UseQueryResult<readonly License[]> {
  return useAccountQuery(['licenses', productId], (signal) => fetchLicenses(productId, signal));
}

/** The upgrades and renewals of a license. */
export function useUpgrades(
  licenseId: string,
  options: { readonly isEnabled?: boolean } = {},
): UseQueryResult<readonly Upgrade[]> {
  return useAccountQuery(['upgrades', licenseId], (signal) => fetchUpgrades(licenseId, signal), options);
}

/** The customer with all details. */
export function useProfile(): UseQueryResult<Profile> {
  return useAccountQuery(PROFILE, fetchProfile);
}

/** The key of the profile, among those of the customer. */
export const PROFILE: readonly string[] = ['profile'];

/** Stores the server's response to a change of the profile, so that every part of the page shows it. */
export function useProfileUpdate(): (profile: Profile) => void {
  const { id } = useCustomer();
  const queryClient = useQueryClient();
  return (profile) => {
    queryClient.setQueryData(accountKey(id, PROFILE), profile);
  };
}
