import type { components } from '@latchkey/sdk';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';

export type ServerState = components['schemas']['ServerState'];

/** The version that runs, what it changed, and the state of its backups. */
export const serverQuery = queryOptions({
  queryKey: ['server'],
  queryFn: ({ signal }): Promise<ServerState> => answer(api.GET('/api/settings/server', { signal })),
});
