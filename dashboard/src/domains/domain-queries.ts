import type { components } from '@latchkey/sdk';
import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';

export type DomainCheck = components['schemas']['DomainCheck'];

/** The domains that lead to the account, and the address of its links. */
export const domainsQuery = queryOptions({
  queryKey: ['domains'],
  queryFn: ({ signal }) => answer(api.GET('/api/settings/domains', { signal })),
});

/** What the DNS says about a domain. */
export const domainCheckQuery = (domain: string) =>
  queryOptions({
    queryKey: ['domains', 'check', domain],
    queryFn: ({ signal }): Promise<DomainCheck> =>
      answer(api.GET('/api/settings/domains/{domain}/check', { params: { path: { domain } }, signal })),
  });
