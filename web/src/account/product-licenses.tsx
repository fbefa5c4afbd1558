import { Anchor, Button, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useMoney } from '@latchkey/ui/texts/money.ts';
import type { License, ProductVersion, Upgrade } from '../api/inventory.ts';
import type { Seat } from '../api/seats.ts';
import { vendorQuery } from '../api/vendor-query.ts';
import { useAccountTexts } from './account-texts.ts';
import { LanguageOfPage, useTexts } from '@latchkey/ui/texts/language.ts';
import { formatDay } from '@latchkey/ui/texts/dates.ts';
import { failureMessage } from '@latchkey/ui/failures/failure-message.ts';
import { SectionHeading } from '@latchkey/ui/page-heading.tsx';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import classes from './account.module.css';
import { DeviceList } from '../devices/device-list.tsx';
import { accountKey, useCustomer } from './customer.ts';
import { CopyIcon } from './icons.tsx';
import { Loading } from './loading.tsx';
import styles from './product-page.module.css';
import { useDevices, useLicenses, useUpgrades } from './queries.ts';
import { licenseName } from '../shop/license-name.ts';
import { isOlder } from './version-order.ts';

/** The customer's licenses for a product, each with its devices. */
export function Licenses({ product }: { readonly product: ProductVersion }) {
  const { data: licenses, error, refetch } = useLicenses(product.id);
  const devices = useDevices(product.id);
  const { product: texts } = useAccountTexts();
  const { failure } = useTexts();
  if (licenses === undefined) {
    return error === null ? (
      <Loading heights={[260]} />
    ) : (
      <FailureState failure={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <>
      {devices.data === undefined && devices.error !== null && licenses.length > 0 ? (
        <Text role="alert">{`${texts.devicesFailed} ${failureMessage(devices.error, failure).text}`}</Text>
      ) : null}
      {licenses.map((license) => (
        <LicenseCard
          key={license.id}
          license={license}
          isOnly={licenses.length === 1}
          product={product}
          devices={devices.data?.filter(({ licenseId }) => licenseId === license.id)}
        />
      ))}
    </>
  );
}

interface LicenseCardProps {
  readonly license: License;
  /** Others of the product are told apart by their names. */
  readonly isOnly: boolean;
  readonly product: ProductVersion;
  /** Undefined until they are loaded. */
  readonly devices: readonly Seat[] | undefined;
}

function LicenseCard({ license, isOnly, product, devices }: LicenseCardProps) {
  const { product: texts } = useAccountTexts();
  const { locale } = use(LanguageOfPage);
  const isActive = license.status === 'Active';
  return (
    <Paper component="section" className={classes.card}>
      <div>
        <SectionHeading>
          {isOnly ? texts.license : `${texts.license} ${licenseName(license.id)}`}
        </SectionHeading>
        <div className={styles.facts}>
          <Origin license={license} />
          <Text size="sm" c="dimmed">
            {texts.since(formatDay(license.createdAt, locale))}
          </Text>
          <Term license={license} />
        </div>
      </div>
      <Coverage license={license} />
      {license.keyCode === undefined ? null : <KeyCode code={license.keyCode} />}
      {isActive ? (
        <>
          <Seats license={license} />
          {devices === undefined ? (
            <Loading heights={[68]} />
          ) : (
            <Devices product={product} devices={devices} />
          )}
        </>
      ) : (
        <Text>{isExpired(license) ? texts.expiredText : texts.revokedText}</Text>
      )}
    </Paper>
  );
}

/** What the license came with: its bundle or its plan, and the order. */
function Origin({ license: { bundleName, variationName, orderNumber } }: { readonly license: License }) {
  const { product: texts } = useAccountTexts();
  const plan = bundleName === undefined ? variationName : texts.ofBundle(bundleName);
  return (
    <>
      {plan === undefined ? null : <Text size="sm">{plan}</Text>}
      {orderNumber === undefined ? null : <Text size="sm">{texts.ofOrder(orderNumber)}</Text>}
    </>
  );
}

/** What the license covers, and the upgrades that cover more. */
function Coverage({ license }: { readonly license: License }) {
  const { product: texts } = useAccountTexts();
  const { locale } = use(LanguageOfPage);
  const { data: upgrades = [] } = useUpgrades(license.id, { isEnabled: license.status === 'Active' });
  const { releaseAccess: access } = license;
  if (access === undefined && upgrades.length === 0) return null;
  const { upToMajor: major, upToVersion: version, updatesUntil: until } = access ?? {};
  const hasEnded = isOver(until);
  return (
    <Stack gap={4}>
      {major === undefined ? null : <Text size="sm">{texts.coversMajor(major)}</Text>}
      {until === undefined || hasEnded ? null : (
        <Text size="sm">{texts.updatesUntil(formatDay(until, locale))}</Text>
      )}
      {until !== undefined && hasEnded ? (
        <Text size="sm">{texts.updatesEnded(formatDay(until, locale), version)}</Text>
      ) : null}
      {upgrades.map((upgrade) => (
        <UpgradeLink key={upgrade.variationId} license={license} upgrade={upgrade} />
      ))}
    </Stack>
  );
}

/** Whether the end of the updates has passed. */
function isOver(until: string | undefined): boolean {
  return until !== undefined && Date.parse(until) <= Date.now();
}

interface UpgradeLinkProps {
  readonly license: License;
  readonly upgrade: Upgrade;
}

/** An upgrade with its price: the page behind the link opens the checkout. */
function UpgradeLink({ license, upgrade }: UpgradeLinkProps) {
  const { product: texts } = useAccountTexts();
  const money = useMoney();
  const { name, kind, price, productId, variationId } = upgrade;
  const [[currency, amount] = []] = Object.entries(price);
  const search = { variation: variationId, license: license.id };
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link to="/buy/$productId" params={{ productId }} search={search} {...props} />}
    >
      {texts.upgrade[kind](name, currency === undefined ? '' : money(amount ?? 0, currency))}
    </Anchor>
  );
}

interface DevicesProps {
  readonly product: ProductVersion;
  readonly devices: readonly Seat[];
}

/**
 * The devices of a license. One that is released disappears at once, and everything that this changes is read again.
 */
function Devices({ product, devices }: DevicesProps) {
  const { id } = useCustomer();
  const queryClient = useQueryClient();
  const vendorName = useQuery(vendorQuery).data?.name ?? window.location.hostname;
  const readAgain = (...productIds: readonly string[]) => {
    const ofEach = productIds.flatMap((each) => [
      ['licenses', each],
      ['devices', each],
      ['product', each],
    ]);
    return Promise.all(
      [['products'], ...ofEach].map((parts) =>
        queryClient.invalidateQueries({ queryKey: accountKey(id, parts) }),
      ),
    );
  };
  return (
    <DeviceList
      devices={devices}
      productName={product.name}
      vendorName={vendorName}
      renderNote={({ appVersion }) => <UpdateTag version={appVersion} current={product.currentVersion} />}
      onReleased={async (seat) => {
        queryClient.setQueryData<readonly Seat[]>(accountKey(id, ['devices', product.id]), (seats) =>
          seats?.filter((other) => other.id !== seat.id),
        );
        // A device takes its add-ons with it.
        await readAgain(product.id, ...(seat.subProducts ?? []).map((addOn) => addOn.id));
      }}
      onAddOnReleased={(addOn) => readAgain(product.id, addOn.id)}
    />
  );
}

interface UpdateTagProps {
  readonly version: string | undefined;
  readonly current: string | null;
}

function UpdateTag({ version, current }: UpdateTagProps) {
  const { product: texts } = useAccountTexts();
  if (version === undefined || current === null || !isOlder(version, current)) return null;
  return (
    <span className={classes.tag} data-tone="news">
      {texts.update(current)}
    </span>
  );
}

/** How long the license lasts, if not forever, or how it ended. */
function Term({ license }: { readonly license: License }) {
  const { product: texts } = useAccountTexts();
  const { locale } = use(LanguageOfPage);
  const day = license.expiresAt === undefined ? undefined : formatDay(license.expiresAt, locale);
  const { nextPaymentScheduledAt: renewsAt } = license;
  if (license.status === 'Active' && renewsAt !== undefined) {
    return <span className={classes.tag}>{texts.renews(formatDay(renewsAt, locale))}</span>;
  }
  if (license.status === 'Active') {
    return day === undefined ? null : <span className={classes.tag}>{texts.expires(day)}</span>;
  }
  return (
    <span className={classes.tag} data-tone="bad">
      {isExpired(license) && day !== undefined ? texts.expired(day) : texts.revoked}
    </span>
  );
}

/** Whether a license that no longer works has reached its end. */
function isExpired({ status, expiresAt }: License): boolean {
  return status === 'Revoked' && expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
}

/** The seats in use, as a text and as a bar for the eye. */
function Seats({ license }: { readonly license: License }) {
  const { product: texts } = useAccountTexts();
  const { activeNumberOfActivations: active, maxNumberOfActivations: total } = license;
  const isFull = active >= total;
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.seats(active, total)}
      </Text>
      <span className={styles.bar} aria-hidden="true">
        <span
          className={styles.used}
          data-is-full={isFull || undefined}
          style={{ width: `${total === 0 ? 0 : Math.min(100, (active / total) * 100)}%` }}
        />
      </span>
      {isFull && total > 0 ? (
        <Text size="sm" mt="xs">
          {texts.full}
        </Text>
      ) : null}
    </div>
  );
}

function KeyCode({ code }: { readonly code: string }) {
  const { product: texts, common } = useAccountTexts();
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(code).then(
      () => {
        setCopied(true);
      },
      () => {
        // Without the permission to copy, the code can still be selected.
        setCopied(false);
      },
    );
  };
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {texts.key}
      </Text>
      <div className={styles.key}>
        <code>{code}</code>
        <Button variant="default" size="compact-md" leftSection={<CopyIcon size={16} />} onClick={copy}>
          {common.copy}
          <VisuallyHidden>{` ${code}`}</VisuallyHidden>
        </Button>
      </div>
      <Text size="sm" component="output">
        {isCopied ? common.copied : ''}
      </Text>
    </Stack>
  );
}
