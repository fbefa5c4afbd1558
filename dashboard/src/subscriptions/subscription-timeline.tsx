import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { Timeline } from '../audit-log/timeline.tsx';
import { subscriptionTimelineQuery } from './subscription-queries.ts';
import { useSubscriptionTexts } from './subscription-texts.ts';

/** What happened to a subscription, newest first, and more of it on request. */
export function SubscriptionTimeline({ id }: { readonly id: string }) {
  const texts = useSubscriptionTexts();
  const query = useInfiniteQuery(subscriptionTimelineQuery(id));
  return (
    <>
      <Timeline query={query} empty={texts.noEvents} />
      {query.data === undefined || query.error === null ? null : (
        <FailureState failure={query.error} onRetry={() => void query.fetchNextPage()} />
      )}
      {query.hasNextPage ? (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.older}
        </Button>
      ) : null}
    </>
  );
}
