import type { components } from '@latchkey/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { answer, api } from '../api/client.ts';
import { pagesOf } from '../list/pages.ts';

export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyWithSecret = components['schemas']['ApiKeyWithSecret'];

/** The API keys of the account, newest first, page by page. */
export const apiKeysQuery = infiniteQueryOptions({
  queryKey: ['api-keys'],
  ...pagesOf((page, signal) =>
    answer(api.GET('/api/settings/api-keys', { params: { query: page }, signal })),
  ),
});
