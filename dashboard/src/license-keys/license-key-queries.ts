import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';

/** All license keys with the devices that use them, newest first. */
export const licenseKeysQuery = queryOptions({
  queryKey: ['license-keys'],
  queryFn: ({ signal }) => answer(api.GET('/api/settings/license-keys', { signal })),
});
