import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { momentsOf } from '../list/day-filter.ts';
import { type Filters, filterSearch, oneOf } from '../list/filter-search.ts';
import { pagesOf } from '../list/pages.ts';

export type AuditEvent = components['schemas']['AuditEvent'];

const FILTERS = ['actorKind', 'actorId', 'type', 'subject', 'from', 'to'] as const;
export type AuditFilters = Filters<(typeof FILTERS)[number]>;

/** The kinds of actors, as the API names them. */
export const ACTOR_KINDS = [
  'Operator',
  'ApiKey',
  'Customer',
  'Job',
  'CommandLine',
  'Server',
  'Anonymous',
] as const satisfies readonly AuditEvent['actor']['kind'][];

/** The filters of the audit log in an address; `from` and `to` are days, both included. */
export const auditFiltersIn = filterSearch(FILTERS);

const SUBJECT = /^[A-Za-z]+\/./;

/** The filters as the API takes them: days are those of the time zone. What the API would refuse filters nothing. */
export function auditQueryOf(filters: AuditFilters, timeZone: string) {
  const { actorId, type, subject } = filters;
  const { start, end } = momentsOf(filters, timeZone);
  const actorKind = oneOf(ACTOR_KINDS, filters.actorKind);
  return {
    ...(actorKind !== undefined && { actorKind }),
    ...(actorId !== undefined && { actorId }),
    ...(type !== undefined && { type }),
    ...(subject !== undefined && SUBJECT.test(subject) && { subject }),
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { to: end }),
  };
}

/** The events of the account that match, newest first, page by page. */
export function auditEventsQuery(filters: ReturnType<typeof auditQueryOf>) {
  return infiniteQueryOptions({
    queryKey: ['audit', filters],
    ...pagesOf((page, signal) =>
      answer(api.GET('/api/audit', { params: { query: { ...filters, ...page } }, signal })),
    ),
  });
}
