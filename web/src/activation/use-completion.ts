import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchIsCompleted } from '../api/activation.ts';
import { ConnectionLost } from '@latchkey/ui/failures/failures.ts';
import { pollDelayMilliseconds, readsOf } from '@latchkey/ui/failures/poll-delay.ts';

/** The number of polls after which the page says that it takes longer; about half a minute. */
const SLOW_AFTER_POLLS = 15;

/** The server returns the token for ten minutes; this many polls take a little longer. */
const MOST_POLLS = 130;

export type Waiting = 'Usual' | 'Slow' | 'Offline' | 'GivenUp';

/** Polls, while `isActive`, whether the application has fetched its token. */
export function useCompletion(
  id: string,
  isActive: boolean,
): { readonly isCompleted: boolean; readonly waiting: Waiting } {
  const queryKey = ['completion', id];
  const client = useQueryClient();
  const { data: isCompleted, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchIsCompleted(id, signal),
    enabled: isActive,
    initialData: false,
    // Only the interval decides when to poll, also while the reader is in the application.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state }) =>
      state.data === true || readsOf(state) >= MOST_POLLS ? false : pollDelayMilliseconds(readsOf(state)),
    refetchIntervalInBackground: true,
    // Each poll counts, regardless of its result.
    notifyOnChangeProps: 'all',
  });
  return { isCompleted, waiting: waitingAfter(readsOf(client.getQueryState(queryKey)), error) };
}

function waitingAfter(polls: number, error: Error | null): Waiting {
  if (error instanceof ConnectionLost) return 'Offline';
  if (polls >= MOST_POLLS) return 'GivenUp';
  return polls >= SLOW_AFTER_POLLS ? 'Slow' : 'Usual';
}
