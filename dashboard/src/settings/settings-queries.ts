import type { components } from '@latchkey/sdk';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';

export type AccountSettings = components['schemas']['AccountSettings'];
export type AccountSettingsChanges = components['schemas']['AccountSettingsChanges'];

/** The settings of the account. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => answer(api.GET('/api/settings', { signal })),
});
