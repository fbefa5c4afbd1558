import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { revised } from '../api/revised.ts';
import { pagesOf } from '../list/pages.ts';

/** Somebody of the team. */
export type Operator = components['schemas']['Operator'];
export type Role = Operator['role'];

/** The roles, most powerful first. */
export const ROLES: readonly Role[] = ['Owner', 'Admin', 'Support', 'Finance', 'Developer', 'ReadOnly'];

/** The people of the team, newest first, page by page. */
export const teamQuery = infiniteQueryOptions({
  queryKey: ['team'],
  ...pagesOf((page, signal) => answer(api.GET('/api/operators', { params: { query: page }, signal }))),
});

/** Somebody of the team with the revision, for a form. */
export function operatorQuery(operatorId: string) {
  return queryOptions({
    queryKey: ['operator', operatorId],
    queryFn: ({ signal }) =>
      revised(api.GET('/api/operators/{operatorId}', { params: { path: { operatorId } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });
}
