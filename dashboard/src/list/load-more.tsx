import { Button } from '@mantine/core';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';

/** A list that is read page by page, however its rows are shown. */
interface PagesQuery {
  readonly data: unknown;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
  readonly refetch: () => Promise<unknown>;
}

interface LoadMoreProps {
  readonly query: PagesQuery;
  /** What the button says; absent: that it loads more. */
  readonly label?: string;
}

/** The way to the next page of a list, and what went wrong on it. Nothing before the first page is there. */
export function LoadMore({ query, label }: LoadMoreProps) {
  const { list } = useTexts();
  if (query.data === undefined) return null;
  return (
    <>
      {query.hasNextPage ? (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {label ?? list.more}
        </Button>
      ) : null}
      {query.error === null ? null : (
        <FailureState
          failure={query.error}
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        />
      )}
    </>
  );
}
