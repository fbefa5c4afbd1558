import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
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
