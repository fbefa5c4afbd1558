import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { lazyPart } from '@latchkey/ui/lazy-part.tsx';
import { useTexts } from '@latchkey/ui/texts/language.ts';
import { Skeleton, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { browserSession } from '../api/browser-session.ts';
import { fetchSeats, type Seat } from '../api/seats.ts';
import { useDeviceTexts } from './device-texts.ts';

const PLACEHOLDER = <Skeleton height={72} aria-hidden="true" />;

// Few people have to release a device first: the list loads for them.
const DeviceList = lazyPart(
  () => import('./device-list.tsx').then((module) => module.DeviceList),
  PLACEHOLDER,
);

/** The devices on which the signed-in customer has activated the product. */
export function useSeats(productId: string): UseQueryResult<readonly Seat[]> {
  return useQuery({
    queryKey: ['seats', productId, browserSession.state().signedIn?.id ?? 'nobody'],
    queryFn: ({ signal }) => fetchSeats(productId, signal),
  });
}

interface DevicesOfProductProps {
  readonly vendorName: string;
  /** Of `useSeats`. */
  readonly seats: UseQueryResult<readonly Seat[]>;
  /** There may be a free seat now. */
  readonly onReleased: () => Promise<unknown>;
}

/** The list of these devices, where one of them may have to make room for another. */
export function DevicesOfProduct({ vendorName, seats, onReleased }: DevicesOfProductProps) {
  const { seats: texts } = useDeviceTexts();
  const { failure } = useTexts();
  if (seats.data === undefined) {
    return seats.error === null ? (
      PLACEHOLDER
    ) : (
      <Text>{texts.failed(failureMessage(seats.error, failure).text)}</Text>
    );
  }
  return (
    <DeviceList
      devices={seats.data}
      vendorName={vendorName}
      onReleased={async () => {
        await onReleased();
        await seats.refetch();
      }}
      onAddOnReleased={() => seats.refetch()}
    />
  );
}
