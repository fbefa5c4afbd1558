import { Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import classes from './short-lists.module.css';

/** The query of a short list: of all its rows, or of the pages so far. */
export interface RowsQuery<Row> {
  readonly data: { readonly items: readonly Row[] } | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

interface ShortListProps<Row> {
  readonly query: RowsQuery<Row>;
  readonly empty: string;
  readonly children: (row: Row) => ReactNode;
}

/** A few rows in a part of a page: while they load, when they fail, and when there are none. */
export function ShortList<Row>({ query, empty, children }: ShortListProps<Row>) {
  const { list } = useTexts();
  if (query.data === undefined) {
    return query.error === null ? (
      <output aria-label={list.loading}>
        <Skeleton height={64} />
      </output>
    ) : (
      <FailureState failure={query.error} onRetry={() => void query.refetch()} />
    );
  }
  const { items } = query.data;
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed" data-empty="true">
        {empty}
      </Text>
    );
  }
  return <ul className={classes.rows}>{items.map(children)}</ul>;
}
