import type { components } from '@latchkey/sdk';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FailureState } from '@latchkey/ui/failures/failure-state.tsx';
import { AuditLink } from '../audit-log/audit-link.tsx';
import { CustomerLink } from '../customers/customer-link.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { LicenseStatus } from '../parts/states.tsx';
import links from '../parts/text-link.module.css';
import { mayDo, useSession } from '../session/session.ts';
import { useTexts } from '../texts/dashboard-texts.ts';
import { LicenseActions } from './license-actions.tsx';
import classes from './license-page.module.css';
import { devicesQuery, licenseQuery } from './license-queries.ts';
import { ReleaseDialog } from './release-dialog.tsx';

type License = components['schemas']['License'];
type Device = components['schemas']['LicenseActivation'];

const route = getRouteApi('/frame/licenses/$licenseId');

/** One license, with the devices that use it. */
export function LicensePage() {
  const { licenseId } = route.useParams();
  const { licenses } = useTexts();
  return (
    <Loaded query={useQuery(licenseQuery(licenseId))} title={licenses.label}>
      {(license) => (
        <Page
          title={license.productId}
          aside={
            <>
              <LicenseStatus status={license.status} />
              <LicenseActions license={license} />
            </>
          }
        >
          <Section title={licenses.facts} aside={<AuditLink kind="license" id={license.id} />}>
            <LicenseFacts license={license} />
          </Section>
          <Section title={licenses.devices}>
            <Devices licenseId={license.id} />
          </Section>
        </Page>
      )}
    </Loaded>
  );
}

function LicenseFacts({ license }: { readonly license: License }) {
  const { licenses, customers } = useTexts();
  const session = useSession();
  const { ownerId, orderId, expiresAt, updatesUntil } = license;
  return (
    <Facts
      rows={[
        { name: licenses.key, value: license.keyCode },
        { name: licenses.owner, value: <CustomerLink customerId={ownerId} /> },
        {
          name: licenses.order,
          value:
            orderId === undefined || !mayDo(session, 'orders:read') ? (
              orderId
            ) : (
              <Link to="/orders/$orderId" params={{ orderId }} className={links.link ?? ''}>
                {orderId}
              </Link>
            ),
        },
        {
          name: licenses.seats,
          value: licenses.seatsOf(license.activeNumberOfActivations, license.maxNumberOfActivations),
        },
        { name: licenses.created, value: <Moment at={license.createdAt} /> },
        {
          name: licenses.expires,
          value: expiresAt === undefined ? licenses.never : <Moment at={expiresAt} />,
        },
        {
          name: licenses.updatesUntil,
          value: updatesUntil === undefined ? undefined : <Moment at={updatesUntil} />,
        },
        { name: licenses.offline, value: license.offlineActivationsAllowed ? customers.yes : customers.no },
        { name: licenses.id, value: license.id },
      ]}
    />
  );
}

function Devices({ licenseId }: { readonly licenseId: string }) {
  const { licenses, list } = useTexts();
  const session = useSession();
  const query = useQuery(devicesQuery(licenseId));
  const { data } = query;
  const [releasing, setReleasing] = useState<Device>();
  if (data === undefined && query.error !== null)
    return <FailureState failure={query.error} onRetry={() => void query.refetch()} />;
  if (data === undefined || data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {data === undefined ? list.loading : licenses.noDevices}
      </Text>
    );
  }
  return (
    <>
      <ul className={classes.devices}>
        {data.items.map((device) => (
          <li key={device.id} className={classes.device}>
            <span className={classes.name}>{device.deviceName}</span>
            <span className={classes.text}>
              {[device.platform, device.appVersion].filter(Boolean).join(' · ')}
            </span>
            <span>
              {licenses.lastSeen}: <Moment at={device.lastValidatedAt} />
            </span>
            {device.status === 'Revoked' ? (
              <Text size="sm" c="dimmed">
                {licenses.released}
              </Text>
            ) : mayDo(session, 'licenses:write') ? (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={licenses.releaseOf(device.deviceName)}
                onClick={() => {
                  setReleasing(device);
                }}
              >
                {licenses.release}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {releasing === undefined ? null : (
        <ReleaseDialog
          licenseId={licenseId}
          device={releasing}
          onClose={() => {
            setReleasing(undefined);
          }}
        />
      )}
    </>
  );
}
