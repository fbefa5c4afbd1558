import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { browserSession } from '../api/browser-session.ts';
import { type Seat, fetchSeats, releaseSeat } from '../api/seats.ts';
import { failureMessage } from '../ui/failure-message.ts';
import classes from './seat-list.module.css';

interface SeatListProps {
  readonly productId: string;
  /** Reads the activation again: there may be a free seat now. */
  readonly onReleased: () => Promise<unknown>;
}

/** The devices that hold the customer's activations, each with a way to release it. */
export function SeatList({ productId, onReleased }: SeatListProps) {
  const seats = useQuery({
    queryKey: ['seats', productId, browserSession.state().signedIn?.customer.id ?? 'nobody'],
    queryFn: ({ signal }) =>
      browserSession.authorised((accessToken) => fetchSeats(productId, accessToken, signal)),
  });
  if (seats.data === undefined) {
    return seats.error === null ? (
      <Skeleton height={72} aria-hidden="true" />
    ) : (
      <Text>{`Your devices cannot be shown. ${failureMessage(seats.error).text}`}</Text>
    );
  }
  const released = async () => {
    await onReleased();
    await seats.refetch();
  };
  return (
    <ul className={classes.seats} aria-label="Activated devices">
      {seats.data.map((seat) => (
        <SeatRow key={seat.id} seat={seat} onReleased={released} />
      ))}
    </ul>
  );
}

interface SeatRowProps {
  readonly seat: Seat;
  readonly onReleased: () => Promise<unknown>;
}

function SeatRow({ seat, onReleased }: SeatRowProps) {
  const [isAsking, setAsking] = useState(false);
  const release = useMutation({
    mutationFn: () => browserSession.authorised((accessToken) => releaseSeat(seat, accessToken)),
    onSuccess: onReleased,
    onError: () => {
      setAsking(false);
    },
  });
  return (
    <li className={classes.seat}>
      <div className={classes.what}>
        <Text fw={600} lh="sm">
          <bdi>{seat.deviceName}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {isAsking ? 'It stops working there. Release it?' : lastUsedText(seat)}
        </Text>
        {release.error === null || isAsking ? null : (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {failureMessage(release.error).text}
          </Text>
        )}
      </div>
      {isAsking ? (
        <ReleaseQuestion
          deviceName={seat.deviceName}
          isReleasing={release.isPending}
          onRelease={() => {
            if (!release.isPending) release.mutate();
          }}
          onKeep={() => {
            setAsking(false);
          }}
        />
      ) : (
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            setAsking(true);
          }}
        >
          Release<VisuallyHidden>{` ${seat.deviceName}`}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

interface ReleaseQuestionProps {
  readonly deviceName: string;
  readonly isReleasing: boolean;
  readonly onRelease: () => void;
  readonly onKeep: () => void;
}

/** Asked first, because the other device stops working; the harmless answer has the focus. */
function ReleaseQuestion({ deviceName, isReleasing, onRelease, onKeep }: ReleaseQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <div className={classes.answers}>
      <Button variant="default" size="sm" ref={keep} disabled={isReleasing} onClick={onKeep}>
        Keep
      </Button>
      <Button color="red.8" size="sm" loading={isReleasing} onClick={onRelease}>
        Release<VisuallyHidden>{` ${deviceName} now`}</VisuallyHidden>
      </Button>
    </div>
  );
}

function lastUsedText({ lastValidatedAt, method }: Seat): string {
  if (method === 'Offline') return 'Activated offline';
  return `Last used on ${lastValidatedAt.toLocaleDateString([...navigator.languages], { dateStyle: 'medium' })}`;
}
