import type { components } from '@latchkey/sdk';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { type Revised, revised } from '../api/revised.ts';

export type AccountSettings = components['schemas']['AccountSettings'];
/** The same with the revision in which they were read. */
export type ReadSettings = Revised<AccountSettings>;
export type AccountSettingsChanges = components['schemas']['AccountSettingsChanges'];

/** The settings of the account. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => revised(api.GET('/api/settings', { signal })),
});
