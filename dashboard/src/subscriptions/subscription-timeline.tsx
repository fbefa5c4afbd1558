import { useInfiniteQuery } from '@tanstack/react-query';
import { Timeline } from '../audit-log/timeline.tsx';
import { LoadMore } from '../list/load-more.tsx';
import { subscriptionTimelineQuery } from './subscription-queries.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

/** What happened to a subscription, newest first, and more of it on request. */
export function SubscriptionTimeline({ id }: { readonly id: string }) {
  const texts = useSubscriptionTexts();
  const query = useInfiniteQuery(subscriptionTimelineQuery(id));
  return (
    <>
      <Timeline query={query} empty={texts.noEvents} />
      <LoadMore query={query} label={texts.older} />
    </>
  );
}
