import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type Activation, fetchIsCompleted } from '../api/activation.ts';
import { ConnectionLost } from '../api/failures.ts';
import { usePolling } from '../ui/use-polling.ts';
import { activationKey } from './activation-query.ts';

/** Polls after which the reader is told that it takes long; about half a minute. */
const SLOW_AFTER_POLLS = 15;

/** The server hands out the token for ten minutes; this many polls take a little longer. */
const MOST_POLLS = 130;

export type Waiting = 'Usual' | 'Slow' | 'Offline' | 'GivenUp';

/** Waits, while `isActive`, for the application to fetch its token, then makes that the page's state. */
export function useCompletion(id: string, isActive: boolean): Waiting {
  const client = useQueryClient();
  const [isOffline, setOffline] = useState(false);
  const poll = useCallback(async () => {
    try {
      const isCompleted = await fetchIsCompleted(id);
      setOffline(false);
      if (!isCompleted) return;
      client.setQueriesData<Activation>(
        { queryKey: activationKey(id) },
        (activation) => activation && { ...activation, status: 'Completed' },
      );
    } catch (failure) {
      setOffline(failure instanceof ConnectionLost);
    }
  }, [client, id]);
  const polls = usePolling(isActive, poll, MOST_POLLS);
  if (isOffline) return 'Offline';
  if (polls >= MOST_POLLS) return 'GivenUp';
  return polls >= SLOW_AFTER_POLLS ? 'Slow' : 'Usual';
}
