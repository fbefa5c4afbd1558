import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './failures.ts';

const MAX_RETRIES = 2;

/** Long enough that a page does not repeat the reads of its route. */
const FRESH_MILLISECONDS = 2_000;

/** One cache per page load. Reads are retried after a temporary failure; writes only on the person's request. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The browser's own idea of being online is often wrong; a request to the server reveals the truth.
        networkMode: 'always',
        staleTime: FRESH_MILLISECONDS,
        retry: (retries, failure) => retries < MAX_RETRIES && isTransient(failure),
        retryDelay: (retries) => 500 * 2 ** retries,
        // A route starts its first read before its component exists: a refusal is shown, not retried.
        retryOnMount: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
