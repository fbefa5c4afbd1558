import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { LanguageOfPage, useTexts } from '@latchkey/ui/texts/language.ts';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { type AddOnSeat, releaseSeat, type Seat } from '../api/seats.ts';
import { VendorAddress } from '../page/vendor-address.tsx';
import { AddOns } from './device-add-ons.tsx';
import classes from './device-list.module.css';
import { deviceNames, platformName } from './device-names.ts';
import { useDeviceTexts } from './device-texts.ts';
import { ReleaseQuestion } from './release-question.tsx';

interface DeviceListProps {
  readonly devices: readonly Seat[];
  /** Absent where the page is about one product. */
  readonly productName?: string;
  readonly vendorName: string;
  /** More about a device. */
  readonly renderNote?: (seat: Seat) => ReactNode;
  /** Reads again what this changes. */
  readonly onReleased: (seat: Seat) => Promise<unknown>;
  /** The same for an add-on that was released alone. */
  readonly onAddOnReleased: (addOn: AddOnSeat) => Promise<unknown>;
}

/** The customer's devices, each with a button to release it, or with the reason why not. */
export function DeviceList(props: DeviceListProps) {
  const { devices, productName, vendorName, renderNote, onReleased, onAddOnReleased } = props;
  const { seats: texts } = useDeviceTexts();
  const nameOf = deviceNames(devices);
  /** What was released last, as a sentence. */
  const [released, setReleased] = useState<string>();
  const status = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    // The button that had the focus no longer exists.
    if (released !== undefined) status.current?.focus();
  }, [released]);
  return (
    <div>
      {devices.length === 0 ? (
        <Text c="dimmed">{texts.none}</Text>
      ) : (
        <ul className={classes.devices} aria-label={texts.label}>
          {devices.map((seat) => (
            <DeviceRow
              key={seat.id}
              seat={seat}
              name={nameOf(seat)}
              note={renderNote?.(seat)}
              question={texts.question(productName)}
              vendorName={vendorName}
              onReleased={async () => {
                setReleased(texts.released(nameOf(seat)));
                await onReleased(seat);
              }}
              onAddOnReleased={async (addOn) => {
                setReleased(texts.addOnReleased(addOn.name, nameOf(seat)));
                await onAddOnReleased(addOn);
              }}
            />
          ))}
        </ul>
      )}
      <output ref={status} tabIndex={-1} className={classes.status}>
        {released === undefined ? null : (
          <Text size="sm" mt="xs">
            {released}
          </Text>
        )}
      </output>
    </div>
  );
}

interface DeviceRowProps extends Pick<DeviceListProps, 'vendorName'> {
  readonly seat: Seat;
  /** Like no other. */
  readonly name: string;
  readonly note: ReactNode;
  /** Asks to confirm the release. */
  readonly question: string;
  readonly onReleased: () => Promise<void>;
  readonly onAddOnReleased: (addOn: AddOnSeat) => Promise<void>;
}

function DeviceRow({ seat, name, note, question, vendorName, onReleased, onAddOnReleased }: DeviceRowProps) {
  const { seats: texts } = useDeviceTexts();
  const [isAsking, setAsking] = useState(false);
  const release = useMutation({
    mutationFn: () => releaseSeat(seat),
    onSuccess: onReleased,
    onError: () => {
      setAsking(false);
    },
  });
  const refusal = useRefusalText(release.error, seat, vendorName);
  return (
    <li className={classes.device}>
      <div className={classes.what}>
        <Text fw={600} lh="sm">
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {useFacts(seat, name)}
        </Text>
        {note}
        {seat.canRelease ? null : (
          <Text size="sm" c="dimmed">
            {fixedText(seat, vendorName, texts)} <VendorAddress />
          </Text>
        )}
        {isAsking ? <Text size="sm">{question}</Text> : null}
        {refusal === undefined || isAsking ? null : <ErrorLine>{refusal}</ErrorLine>}
      </div>
      {isAsking ? (
        <ReleaseQuestion
          name={name}
          isReleasing={release.isPending}
          onRelease={() => {
            if (!release.isPending) release.mutate();
          }}
          onKeep={() => {
            setAsking(false);
          }}
        />
      ) : null}
      {isAsking || !seat.canRelease ? null : (
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            release.reset();
            setAsking(true);
          }}
        >
          {texts.release}
          <VisuallyHidden>{texts.releaseOf(name)}</VisuallyHidden>
        </Button>
      )}
      <AddOns addOns={seat.subProducts ?? []} deviceName={name} onReleased={onAddOnReleased} />
    </li>
  );
}

/** When the device was last used, and what tells it from others. */
function useFacts(seat: Seat, name: string): string {
  const { activationMethod, firstValidatedAt, lastValidatedAt, appVersion } = seat;
  const { seats: texts } = useDeviceTexts();
  const { locale } = use(LanguageOfPage);
  const first = formatDay(firstValidatedAt, locale);
  const isOffline = activationMethod === 'Offline';
  const facts = [
    isOffline ? texts.offline(first) : texts.lastUsed(formatDay(lastValidatedAt, locale)),
    name === seat.name || isOffline ? undefined : texts.activated(first),
    platformName(seat),
    appVersion === undefined ? undefined : texts.runs(appVersion),
  ];
  return facts.filter((fact) => fact !== undefined).join(' · ');
}

/** The reason why a device was not released, as a sentence. */
function useRefusalText(failure: Error | null, seat: Seat, vendorName: string): string | undefined {
  const { seats: texts } = useDeviceTexts();
  const { failure: failures } = useTexts();
  if (failure === null) return undefined;
  if (isProblem(failure, 'ReleaseTooSoon')) return texts.tooSoon;
  if (isProblem(failure, 'ReleaseNotAllowed')) return fixedText(seat, vendorName, texts);
  return `${texts.releaseFailed} ${failureMessage(failure, failures).text}`;
}

/** Why the vendor's rules do not allow the device to be released here. */
function fixedText(
  { activationMethod }: Seat,
  vendorName: string,
  texts: ReturnType<typeof useDeviceTexts>['seats'],
): string {
  return activationMethod === 'Offline' ? texts.fixedOffline(vendorName) : texts.fixed(vendorName);
}
