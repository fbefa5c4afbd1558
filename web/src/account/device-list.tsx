import { Button, Text, VisuallyHidden } from '@mantine/core';
import { isProblem } from '@latchkey/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import type { ProductVersion } from '../api/inventory.ts';
import { releaseSeat, type Seat } from '../api/seats.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { useAccountTexts } from './account-texts.ts';
import { LanguageOfPage } from '@latchkey/ui/texts/language.ts';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { deviceNames, platformName } from '../devices/device-names.ts';
import { ErrorLine } from '@latchkey/ui/error-line.tsx';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import classes from './account.module.css';
import { accountKey, useCustomer } from './customer.ts';
import styles from './product-page.module.css';
import { isOlder } from './version-order.ts';

interface DeviceListProps {
  readonly product: ProductVersion;
  readonly devices: readonly Seat[];
}

/** The devices of a license, each with a button to release it, or with the reason why not. */
export function DeviceList({ product, devices }: DeviceListProps) {
  const { product: texts } = useAccountTexts();
  const nameOf = deviceNames(devices);
  const [released, setReleased] = useState<string>();
  const status = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    // The button that had the focus no longer exists.
    if (released !== undefined) status.current?.focus();
  }, [released]);
  return (
    <div>
      {devices.length === 0 ? (
        <Text c="dimmed">{texts.noDevices}</Text>
      ) : (
        <ul className={styles.devices} aria-label={texts.devices}>
          {devices.map((seat) => (
            <DeviceRow
              key={seat.id}
              seat={seat}
              name={nameOf(seat)}
              product={product}
              onReleased={() => {
                setReleased(nameOf(seat));
              }}
            />
          ))}
        </ul>
      )}
      <output ref={status} tabIndex={-1} className={styles.status}>
        {released === undefined ? null : (
          <Text size="sm" mt="xs">
            {texts.released(released)}
          </Text>
        )}
      </output>
    </div>
  );
}

interface DeviceRowProps {
  readonly seat: Seat;
  /** Like no other. */
  readonly name: string;
  readonly product: ProductVersion;
  readonly onReleased: () => void;
}

function DeviceRow({ seat, name, product, onReleased }: DeviceRowProps) {
  const { product: texts } = useAccountTexts();
  const [isAsking, setAsking] = useState(false);
  const release = useRelease(seat, product, {
    onReleased,
    onRefused: () => {
      setAsking(false);
    },
  });
  const refusal = useRefusalText(release.error, seat);
  if (!seat.canRelease) return <FixedDevice seat={seat} name={name} product={product} />;
  return (
    <li className={styles.device}>
      <Device seat={seat} name={name} product={product}>
        {isAsking ? <Text size="sm">{texts.releaseQuestion(product.name)}</Text> : null}
        {refusal === undefined || isAsking ? null : <ErrorLine>{refusal}</ErrorLine>}
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
          aria-label={texts.releaseOf(name)}
          onClick={() => {
            release.reset();
            setAsking(true);
          }}
        >
          {texts.release}
        </Button>
      )}
    </li>
  );
}

interface Outcomes {
  readonly onReleased: () => void;
  readonly onRefused: () => void;
}

/** Releases a device, then reads everything again that this changes. */
function useRelease(seat: Seat, { id: productId }: ProductVersion, { onReleased, onRefused }: Outcomes) {
  const { id } = useCustomer();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => releaseSeat(seat),
    onSuccess: async () => {
      queryClient.setQueryData<readonly Seat[]>(accountKey(id, ['devices', productId]), (seats) =>
        seats?.filter((other) => other.id !== seat.id),
      );
      onReleased();
      const changed = [['licenses', productId], ['products'], ['product', productId]];
      await Promise.all(
        changed.map((parts) => queryClient.invalidateQueries({ queryKey: accountKey(id, parts) })),
      );
    },
    onError: onRefused,
  });
}

/** The reason why a device was not released, as a sentence. */
function useRefusalText(failure: Error | null, { activationMethod }: Seat): string | undefined {
  const { product: texts } = useAccountTexts();
  const { texts: shared } = use(LanguageOfPage);
  const vendorName = useVendorName();
  if (failure === null) return undefined;
  if (isProblem(failure, 'ReleaseTooSoon')) return texts.tooSoon;
  if (isProblem(failure, 'ReleaseNotAllowed')) {
    return activationMethod === 'Offline' ? texts.fixedOffline(vendorName) : texts.fixed(vendorName);
  }
  return `${texts.releaseFailed} ${failureMessage(failure, shared.failure).text}`;
}

function useVendorName(): string {
  return useQuery(vendorQuery).data?.name ?? window.location.hostname;
}

/** A device that the vendor's rules do not allow to be released here. */
function FixedDevice({ seat, name, product }: Omit<DeviceRowProps, 'onReleased'>) {
  const { product: texts } = useAccountTexts();
  const vendorName = useVendorName();
  return (
    <li className={styles.device}>
      <Device seat={seat} name={name} product={product}>
        <Text size="sm" c="dimmed">
          {seat.activationMethod === 'Offline' ? texts.fixedOffline(vendorName) : texts.fixed(vendorName)}
        </Text>
      </Device>
    </li>
  );
}

interface DeviceProps {
  readonly seat: Seat;
  readonly name: string;
  readonly product: ProductVersion;
  readonly children: ReactNode;
}

function Device({ seat, name, product: { currentVersion }, children }: DeviceProps) {
  const { product: texts } = useAccountTexts();
  const { locale } = use(LanguageOfPage);
  const { activationMethod, firstValidatedAt, lastValidatedAt, appVersion } = seat;
  const usage =
    activationMethod === 'Offline'
      ? texts.offline(formatDay(firstValidatedAt, locale))
      : texts.lastUsed(formatDay(lastValidatedAt, locale));
  const facts = [
    usage,
    name === seat.name || activationMethod === 'Offline'
      ? undefined
      : texts.activated(formatDay(firstValidatedAt, locale)),
    platformName(seat),
    appVersion === undefined ? undefined : texts.runs(appVersion),
  ];
  const hasUpdate =
    appVersion !== undefined && currentVersion !== null && isOlder(appVersion, currentVersion);
  return (
    <div className={styles.what}>
      <Text fw={600} lh="sm">
        <bdi>{name}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        {facts.filter((fact) => fact !== undefined).join(' · ')}
      </Text>
      {hasUpdate ? (
        <span className={classes.tag} data-tone="news">
          {texts.update(currentVersion)}
        </span>
      ) : null}
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

/** A confirmation, because the device stops working; the harmless answer has the focus. */
function ReleaseQuestion({ deviceName, isReleasing, onRelease, onKeep }: ReleaseQuestionProps) {
  const { product: texts } = useAccountTexts();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <div className={styles.answers}>
      <Button variant="default" size="sm" ref={keep} disabled={isReleasing} onClick={onKeep}>
        {texts.keep}
      </Button>
      <Button color="red.8" size="sm" loading={isReleasing} onClick={onRelease}>
        {texts.release}
        <VisuallyHidden>{` ${deviceName}`}</VisuallyHidden>
      </Button>
    </div>
  );
}
