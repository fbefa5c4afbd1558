import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { type Seat, releaseSeat } from '../api/seats.ts';
import { useDeviceTexts } from './device-texts.ts';
import { LanguageOfPage, useTexts } from '@latchkey/ui/texts/language.ts';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { deviceNames, platformName } from './device-names.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import classes from './seat-list.module.css';

interface SeatListProps {
  readonly vendorName: string;
  readonly seats: UseQueryResult<readonly Seat[]>;
  /** Reads the activation again: there may be a free seat now. */
  readonly onReleased: () => Promise<unknown>;
}

/** The devices with the customer's activations, each with a button to release it, or with the reason why not. */
export function SeatList({ vendorName, seats, onReleased }: SeatListProps) {
  const { seats: texts } = useDeviceTexts();
  const { failure } = useTexts();
  if (seats.data === undefined) {
    return seats.error === null ? (
      <Skeleton height={72} aria-hidden="true" />
    ) : (
      <Text>{texts.failed(failureMessage(seats.error, failure).text)}</Text>
    );
  }
  const nameOf = deviceNames(seats.data);
  const released = async () => {
    await onReleased();
    await seats.refetch();
  };
  return (
    <ul className={classes.seats} aria-label={texts.label}>
      {seats.data.map((seat) =>
        seat.canRelease ? (
          <SeatRow key={seat.id} seat={seat} name={nameOf(seat)} onReleased={released} />
        ) : (
          <FixedSeatRow key={seat.id} seat={seat} name={nameOf(seat)} vendorName={vendorName} />
        ),
      )}
    </ul>
  );
}

interface SeatRowProps {
  readonly seat: Seat;
  /** Like no other. */
  readonly name: string;
  readonly onReleased: () => Promise<unknown>;
}

function SeatRow({ seat, name, onReleased }: SeatRowProps) {
  const [isAsking, setAsking] = useState(false);
  const { seats: texts } = useDeviceTexts();
  const { failure } = useTexts();
  const lastUsed = useLastUsed(seat, name);
  const release = useMutation({
    mutationFn: () => releaseSeat(seat),
    onSuccess: onReleased,
    onError: () => {
      setAsking(false);
    },
  });
  return (
    <li className={classes.seat}>
      <Device name={name} note={isAsking ? texts.question : lastUsed}>
        {release.error === null || isAsking ? null : (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {failureMessage(release.error, failure).text}
          </Text>
        )}
      </Device>
      {isAsking ? (
        <ReleaseQuestion
          deviceName={name}
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
          {texts.release}
          <VisuallyHidden>{texts.releaseOf(name)}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}

interface FixedSeatRowProps extends Pick<SeatRowProps, 'seat' | 'name'> {
  readonly vendorName: string;
}

/** A device that the vendor's rules do not allow to be released here. */
function FixedSeatRow({ seat, name, vendorName }: FixedSeatRowProps) {
  const { seats: texts } = useDeviceTexts();
  return (
    <li className={classes.seat}>
      <Device name={name} note={useLastUsed(seat, name)}>
        <Text size="sm" c="dimmed">
          {texts.fixed(vendorName)}
        </Text>
      </Device>
    </li>
  );
}

interface DeviceProps {
  readonly name: string;
  readonly note: string;
  readonly children: ReactNode;
}

function Device({ name, note, children }: DeviceProps) {
  return (
    <div className={classes.what}>
      <Text fw={600} lh="sm">
        <bdi>{name}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
      {children}
    </div>
  );
}

interface ReleaseQuestionProps {
  readonly deviceName: string;
  readonly isReleasing: boolean;
  readonly onRelease: () => void;
  readonly onKeep: () => void;
}

/** A confirmation, because the other device stops working; the harmless answer has the focus. */
function ReleaseQuestion({ deviceName, isReleasing, onRelease, onKeep }: ReleaseQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const { seats: texts } = useDeviceTexts();
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <div className={classes.answers}>
      <Button variant="default" size="sm" ref={keep} disabled={isReleasing} onClick={onKeep}>
        {texts.keep}
      </Button>
      <Button color="red.8" size="sm" loading={isReleasing} onClick={onRelease}>
        {texts.release}
        <VisuallyHidden>{texts.releaseNow(deviceName)}</VisuallyHidden>
      </Button>
    </div>
  );
}

/** When the device was last used, and what distinguishes it from others with the same name. */
function useLastUsed(seat: Seat, name: string): string {
  const { lastValidatedAt, firstValidatedAt, activationMethod } = seat;
  const { seats: texts } = useDeviceTexts();
  const { locale } = use(LanguageOfPage);
  const usage =
    activationMethod === 'Offline' ? texts.offline : texts.lastUsed(formatDay(lastValidatedAt, locale));
  const first = name === seat.name ? undefined : texts.activated(formatDay(firstValidatedAt, locale));
  return [usage, first, platformName(seat)].filter((fact) => fact !== undefined).join(' · ');
}
