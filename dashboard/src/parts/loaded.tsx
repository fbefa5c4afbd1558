import { isProblem } from '@latchkey/sdk';
import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** The name of the page until its data have one. */
  readonly title: string;
  readonly children: (data: Data) => ReactNode;
}

/**
 * A page about one thing: while it loads, when it fails, does not exist or is not for this role, and then its content.
 */
export function Loaded<Data>({ query, title, children }: LoadedProps<Data>) {
  const { list, notFound } = useTexts();
  if (query.data !== undefined) return children(query.data);
  return (
    <Page title={title}>
      {query.error === null ? (
        <output aria-label={list.loading}>
          <Skeleton height={160} />
        </output>
      ) : isProblem(query.error, 'NotFound') || isProblem(query.error, 'InvalidInput') ? (
        <EmptyState title={notFound.title} text={notFound.text} />
      ) : isProblem(query.error, 'Forbidden') ? (
        <EmptyState title={list.forbidden} text={list.forbiddenText} />
      ) : (
        <FailureState failure={query.error} onRetry={() => void query.refetch()} />
      )}
    </Page>
  );
}
