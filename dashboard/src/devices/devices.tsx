import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { useTexts } from '../texts/dashboard-texts.ts';
import { type Device, DeviceList } from './device-list.tsx';

interface DevicesProps<Row extends Device> {
  readonly query: UseQueryResult<{ readonly items: readonly Row[]; readonly hasMore: boolean }>;
  /** What to say when there are none. */
  readonly none: string;
  /** What to say below a list that has not all of them. */
  readonly more?: (count: number) => string;
  readonly placeOf?: (device: Row) => ReactNode;
}

/** The devices of a query, as soon as they are there. */
export function Devices<Row extends Device>({ query, none, more, placeOf }: DevicesProps<Row>) {
  const { list } = useTexts();
  const { data } = query;
  if (data === undefined && query.error !== null)
    return <FailureState failure={query.error} onRetry={() => void query.refetch()} />;
  if (data === undefined || data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {data === undefined ? list.loading : none}
      </Text>
    );
  }
  return (
    <>
      <DeviceList devices={data.items} placeOf={placeOf} />
      {data.hasMore && more !== undefined ? (
        <Text size="sm" c="dimmed">
          {more(data.items.length)}
        </Text>
      ) : null}
    </>
  );
}
