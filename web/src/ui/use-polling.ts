import { useEffect, useState } from 'react';
import { pollDelayMilliseconds } from './poll-delay.ts';

/**
 * Calls `poll` again and again while `isActive`, never two at a time and at most `mostPolls` times; `poll` must keep its
 * identity. Answers how many polls have ended since it became active.
 */
export function usePolling(
  isActive: boolean,
  poll: () => Promise<unknown>,
  mostPolls = Number.POSITIVE_INFINITY,
): number {
  const [polls, setPolls] = useState(0);
  useEffect(() => {
    if (!isActive) return undefined;
    let timer: number | undefined;
    let isStopped = false;
    const pollAfterDelay = (pollsSoFar: number) => {
      timer = window.setTimeout(() => {
        void poll().finally(() => {
          if (isStopped) return;
          setPolls(pollsSoFar + 1);
          if (pollsSoFar + 1 < mostPolls) pollAfterDelay(pollsSoFar + 1);
        });
      }, pollDelayMilliseconds(pollsSoFar));
    };
    pollAfterDelay(0);
    return () => {
      isStopped = true;
      window.clearTimeout(timer);
      setPolls(0);
    };
  }, [isActive, poll, mostPolls]);
  return polls;
}
