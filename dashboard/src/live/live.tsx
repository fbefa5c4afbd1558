import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openEvents } from './open-events.ts';
import { useSession } from '../session/session.ts';
import { NEWS_KINDS, queriesOf } from './concerns.ts';
import { followEvents } from './follow-events.ts';
import { news } from './news.ts';
import { whileAttended } from './while-attended.ts';

/** Several events come together: what they concern is read once. */
const PAUSE_MS = 1_000;

/** Follows the server: what changes by itself is read again, and lists say what is new. */
export function Live() {
  const queryClient = useQueryClient();
  const { id: ownId } = useSession().operator;
  useEffect(
    () =>
      whileAttended((signal) => {
        const refresh = refresher(queryClient, signal);
        void followEvents({
          open: openEvents,
          signal,
          onEvent: (event) => {
            const kind = NEWS_KINDS.find((each) => each === event.subject.type);
            // What somebody does here themselves is no news to them.
            if (kind !== undefined && event.actorId !== ownId) news.add(kind, event.subject.id, Date.now());
            refresh(queriesOf(event));
          },
        });
      }),
    [queryClient, ownId],
  );
  return null;
}

function refresher(queryClient: QueryClient, signal: AbortSignal) {
  const outdated = new Map<string, readonly string[]>();
  return (keys: readonly (readonly string[])[]) => {
    const isWaiting = outdated.size > 0;
    for (const key of keys) outdated.set(key.join(' '), key);
    if (isWaiting || outdated.size === 0) return;
    setTimeout(() => {
      const queryKeys = [...outdated.values()];
      outdated.clear();
      if (signal.aborted) return;
      for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
    }, PAUSE_MS);
  };
}
